// The configuration file on disk; nothing else here touches files.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkSettings, type Checked } from './check.ts';

/** What is read where the environment names no other file; it need not be there. */
const usual = 'lectern.json';

/** The configuration file that the environment names. */
export const configFile = ({ LECTERN_CONFIG: file }: NodeJS.ProcessEnv): string =>
  file === undefined || file === '' ? usual : file;

/** What to do about a file that cannot be read, by the code of the error. */
const advice: Readonly<Record<string, (file: string) => string>> = {
  ENOENT: () => 'there is no such file; make it, or name another one in LECTERN_CONFIG',
  EISDIR: (file) => `is a folder; name the file in LECTERN_CONFIG, such as ${join(file, usual)}`,
};

/** @returns the settings of the file, all defaults where there is none, or every fault in it */
export const readSettings = async (env: NodeJS.ProcessEnv): Promise<Checked> => {
  const file = configFile(env);
  try {
    return checkSettings(await readFile(file, 'utf8'), file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT' && file === usual) return checkSettings('{}', file);
    const message = advice[code]?.(file);
    if (message === undefined) throw error;
    return { faults: [{ file, path: '', message }] };
  }
};
