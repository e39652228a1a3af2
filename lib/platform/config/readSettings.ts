// Reads the configuration file from disk.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasErrorCode } from '../../errors.ts';
import { checkSettings, type CheckedSettings } from './checkSettings.ts';

/** The default file, which need not exist. */
const defaultFile = 'lectern.json';

/** The configuration file that the environment names, or the default. */
export const configFile = ({ LECTERN_CONFIG: file }: NodeJS.ProcessEnv): string =>
  file === undefined || file === '' ? defaultFile : file;

/**
 * @returns the text of the configuration file; undefined if there is no such file
 * @throws the error of the file system, if the file cannot be read
 */
export const readConfigText = async (env: NodeJS.ProcessEnv): Promise<string | undefined> => {
  try {
    return await readFile(configFile(env), 'utf8');
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
};

const faultOf = (file: string, message: string): CheckedSettings => ({ faults: [{ file, path: '', message }] });

/** @returns the settings of the file (defaults if there is no file), or every fault in it */
export const readSettings = async (env: NodeJS.ProcessEnv): Promise<CheckedSettings> => {
  const file = configFile(env);
  try {
    const text = await readConfigText(env);
    return text === undefined && file !== defaultFile
      ? faultOf(file, 'there is no such file; make it, or name another one in LECTERN_CONFIG')
      : checkSettings(text ?? '{}', file);
  } catch (error) {
    if (!hasErrorCode(error, 'EISDIR')) throw error;
    return faultOf(file, `is a folder; name the file in LECTERN_CONFIG, such as ${join(file, defaultFile)}`);
  }
};
