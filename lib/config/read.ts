// The configuration file on disk; nothing else here touches files.
import { readFile } from 'node:fs/promises';
import { checkSettings, type Checked } from './check.ts';

/** What is read where the environment names no other file; it need not be there. */
const usual = 'lectern.json';

/** The configuration file that the environment names. */
export const configFile = ({ LECTERN_CONFIG: file }: NodeJS.ProcessEnv): string =>
  file === undefined || file === '' ? usual : file;

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** @returns the settings of the file, all defaults where there is none, or every fault in it */
export const readSettings = async (env: NodeJS.ProcessEnv): Promise<Checked> => {
  const file = configFile(env);
  try {
    return checkSettings(await readFile(file, 'utf8'), file);
  } catch (error) {
    if (!isMissing(error)) throw error;
    return file === usual
      ? checkSettings('{}', file)
      : {
          faults: [
            { file, path: '', message: 'there is no such file; make it, or name another one in LECTERN_CONFIG' },
          ],
        };
  }
};
