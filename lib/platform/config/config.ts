// A whole configuration: the settings, and what follows from none.
import { formatFault } from '../../schema/index.ts';
import { checkSettings, type Checked } from './check.ts';
import type { Settings } from './definition.ts';
import { readSettings } from './read.ts';

export interface Config extends Settings {
  /** The locale that there is before any other is made. */
  readonly defaultLocale: string;
}

/** @throws Error with every fault, one a line */
const configOf = (checked: Checked): Config => {
  if ('faults' in checked) throw new Error(checked.faults.map(formatFault).join('\n'));
  return { ...checked.settings, defaultLocale: 'en' };
};

/** What holds where nothing is configured. */
export const defaultConfig = configOf(checkSettings('{}', ''));

/**
 * What the environment configures: the file that `LECTERN_CONFIG` names, else `lectern.json` if there is one.
 *
 * @throws Error with every fault of the file, one a line
 */
export const readConfig = async (env: NodeJS.ProcessEnv): Promise<Config> => configOf(await readSettings(env));
