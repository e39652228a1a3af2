// Creates the secrets for development once and keeps them beside the data.
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasErrorCode } from '../../lib/errors.ts';

const randomSecret = (): string => randomBytes(32).toString('hex');

/** Short enough to type. */
const randomPassword = (): string => randomBytes(12).toString('base64url');

/** How each is made. The last is the password of the account for the editor. */
const generators: Readonly<Record<string, () => string>> = {
  LECTERN_TOKEN_SECRET: randomSecret,
  LECTERN_JWT_SECRET: randomSecret,
  LECTERN_OWNER_TOKEN: randomSecret,
  LECTERN_DEV_PASSWORD: randomPassword,
};

type StoredSecrets = Readonly<Record<string, string>>;

const readStored = async (file: string): Promise<StoredSecrets> => {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT')) return '{}';
    throw error;
  });
  try {
    return JSON.parse(text) as StoredSecrets; // written below
  } catch (error) {
    throw new Error(`${file} is not JSON: fix it, or delete it and create new tokens`, { cause: error });
  }
};

/**
 * @param file stores the secrets; the function adds missing ones to it
 * @returns the environment with all secrets; its own values take precedence over those of the file
 * @throws Error when the file cannot be read
 */
export const withSecrets = async (env: NodeJS.ProcessEnv, file: string): Promise<NodeJS.ProcessEnv> => {
  const stored = await readStored(file);
  const missing = Object.entries(generators).filter(([variable]) => stored[variable] === undefined);
  const all = { ...stored, ...Object.fromEntries(missing.map(([variable, generate]) => [variable, generate()])) };
  if (missing.length > 0) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `${JSON.stringify(all, null, 2)}\n`, { mode: 0o600 });
  }
  const provided = Object.entries(env).filter(([, value]) => value !== undefined && value !== '');
  return { ...env, ...all, ...Object.fromEntries(provided) };
};
