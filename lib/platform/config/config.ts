// Reads the complete configuration: the settings and the first locale.
import { formatFault } from '../../schema/index.ts';
import { checkSettings, type CheckedSettings } from './checkSettings.ts';
import type { Settings } from './settingsSchema.ts';
import { readSettings } from './readSettings.ts';

export interface Config extends Settings {
  /** The first locale, which exists before any other is created. */
  readonly defaultLocale: string;
}

/** The configuration with these settings. */
export const configWith = (settings: Settings): Config => ({ ...settings, defaultLocale: 'en' });

/** @throws Error with every fault, one per line */
const toConfig = (checked: CheckedSettings): Config => {
  if ('faults' in checked) throw new Error(checked.faults.map(formatFault).join('\n'));
  return configWith(checked.settings);
};

/** The configuration without a file: all defaults. */
export const defaultConfig = toConfig(checkSettings('{}', ''));

/**
 * Reads the file that `LECTERN_CONFIG` names, or else `lectern.json` if it exists.
 *
 * @throws Error with every fault of the file, one per line
 */
export const readConfig = async (env: NodeJS.ProcessEnv): Promise<Config> => toConfig(await readSettings(env));
