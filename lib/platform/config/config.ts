// Makes the complete configuration: of a file, or of settings that are declared in code.
import { formatFault } from '../../schema/index.ts';
import { checkSettings, type CheckedSettings, checkSettingsValue } from './checkSettings.ts';
import type { Settings } from './settingsSchema.ts';
import { readSettings } from './readSettings.ts';

export interface Config extends Settings {
  /** The first locale, which exists before any other is created. */
  readonly defaultLocale: string;
  /** How long the CloudFront of a deployment keeps public answers of types without `cache.types`; absent: never. */
  readonly edgeSeconds?: number;
}

/** The configuration with these settings. */
export const configWith = (settings: Settings): Config => ({ ...settings, defaultLocale: 'en' });

/** @throws Error with every fault, one per line */
const validSettings = (checked: CheckedSettings): Settings => {
  if ('faults' in checked) throw new Error(checked.faults.map(formatFault).join('\n'));
  return checked.settings;
};

/** The configuration without a file: all defaults. */
export const defaultConfig = configWith(validSettings(checkSettings('{}', '')));

/**
 * Reads the file that `LECTERN_CONFIG` names, or else `lectern.json` if it exists. Under `lectern dev`, webhooks and uploads by
 * address may reach the machine of the developer.
 *
 * @throws Error with every fault of the file, one per line
 */
export const readConfig = async (env: NodeJS.ProcessEnv): Promise<Config> => {
  const settings = validSettings(await readSettings(env));
  return configWith(
    env.LECTERN_DEVELOPMENT === undefined
      ? settings
      : {
          ...settings,
          upload: { ...settings.upload, allowPrivate: true },
          webhooks: { ...settings.webhooks, allowPrivate: true },
        },
  );
};

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
export const defineConfig = (settings: SettingsInput): Settings =>
  validSettings(checkSettingsValue(structuredClone(settings), 'defineConfig'));
