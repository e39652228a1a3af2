// Names the files of a Strapi project that create users with passwords which Lectern refuses: its seeds and tests.
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isCommonPassword } from '../../lib/platform/commonPasswords.ts';
import type { Fault } from '../../lib/schema/index.ts';
import { listFiles } from './listFiles.ts';

/** Where projects have code that creates users. */
const folders = [
  ...['src', 'config', 'database', 'data', 'scripts', 'seed', 'seeds'],
  ...['test', 'tests', '__tests__', 'e2e', 'cypress', 'playwright'],
];

const isRead = (name: string): boolean => /\.(?:json|[cm]?[jt]sx?)$/.test(name);

/** Longer files are exported content. */
const maxBytes = 500_000;

/** A value that is written at a name such as `password`. */
const writtenPassword = /password["']?\s*[:=]\s*(["'`])((?:(?!\1)[^\n]){1,100})\1/gi;

const passwordsIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(writtenPassword)].map(([, , password = '']) => password).filter(isCommonPassword)),
];

/** @param project its folder */
export const commonPasswordUses = async (project: string): Promise<readonly Fault[]> => {
  const paths = (await Promise.all(folders.map((folder) => listFiles(project, folder, isRead)))).flat();
  const found = await Promise.all(
    paths.map(async (file) => {
      // Texts of the admin panel are called so too.
      if (file.startsWith('src/admin/')) return [];
      const path = join(project, file);
      const passwords = (await stat(path)).size > maxBytes ? [] : passwordsIn(await readFile(path, 'utf8'));
      return passwords.map((password) => ({
        ...{ file, path: '' },
        message: `has the password "${password}", which is one of the most common ones, so new users cannot have it: choose another, or set auth.passwords.refuseCommon to false (docs/accounts.md#rules-for-passwords)`,
      }));
    }),
  );
  return found.flat();
};
