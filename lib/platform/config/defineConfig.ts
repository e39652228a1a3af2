// Declares the settings of a site in code, with the types and the checks of the configuration file.
import { formatFault } from '../../schema/index.ts';
import { checkSettingsValue } from './checkSettings.ts';
import type { Settings } from './settingsSchema.ts';

/** Settings as they are written: each may be missing, and then has its default. */
type Partially<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { readonly [Name in keyof T]?: Partially<T[Name]> }
    : T;

/** The settings of a site, as in `lectern.json`. */
export type SettingsInput = Partially<Settings>;

/**
 * @param settings those that differ from the defaults
 * @returns all settings
 * @throws Error with every fault and its path, one per line
 */
export const defineConfig = (settings: SettingsInput): Settings => {
  const checked = checkSettingsValue(structuredClone(settings), 'defineConfig');
  if ('faults' in checked) throw new Error(checked.faults.map(formatFault).join('\n'));
  return checked.settings;
};
