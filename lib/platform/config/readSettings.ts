// Reads the configuration file from disk.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkSettings, type CheckedSettings } from './checkSettings.ts';

/** The default file, which need not exist. */
const defaultFile = 'lectern.json';

/** The configuration file that the environment names, or the default. */
export const configFile = ({ LECTERN_CONFIG: file }: NodeJS.ProcessEnv): string =>
  file === undefined || file === '' ? defaultFile : file;

/** The message for a file that cannot be read, by error code. */
const adviceByCode: Readonly<Record<string, (file: string) => string>> = {
  ENOENT: () => 'there is no such file; make it, or name another one in LECTERN_CONFIG',
  EISDIR: (file) => `is a folder; name the file in LECTERN_CONFIG, such as ${join(file, defaultFile)}`,
};

/** @returns the settings of the file (defaults if there is no file), or every fault in it */
export const readSettings = async (env: NodeJS.ProcessEnv): Promise<CheckedSettings> => {
  const file = configFile(env);
  try {
    return checkSettings(await readFile(file, 'utf8'), file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT' && file === defaultFile) return checkSettings('{}', file);
    const message = adviceByCode[code]?.(file);
    if (message === undefined) throw error;
    return { faults: [{ file, path: '', message }] };
  }
};
