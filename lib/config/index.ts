// The figures that Lectern works by: what can be configured, its defaults, and the file that changes them.
import { formatFault } from '../schema/index.ts';
import { checkSettings, type Checked } from './check.ts';
import type { Settings } from './definition.ts';
import { readSettings } from './read.ts';

export type { Settings } from './definition.ts';
export { deployed } from './deployed.ts';
export { withParameters } from './parameters.ts';
export { configFile, readSettings } from './read.ts';
export { registerFields } from './register-fields.ts';
export { checkUpload } from './upload.ts';
export { readSecrets, tokenSecretOf, type Secrets } from './secrets.ts';

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
