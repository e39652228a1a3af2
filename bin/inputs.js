// @ts-check
// Tells whether something that was built from files has to be built again.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** @param {string} path @returns the hash of the file's content; undefined: it does not exist */
const hashOf = (path) => (existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : undefined);

/**
 * @param {string} root
 * @param {readonly string[]} files relative to `root`
 * @returns {Readonly<Record<string, string | undefined>>} their hashes
 */
export const hashFiles = (root, files) => Object.fromEntries(files.map((file) => [file, hashOf(join(root, file))]));

/**
 * Whether no file has changed since its hash was made. A package may be gone: containers have only those that run.
 *
 * @param {string} root
 * @param {Readonly<Record<string, string | undefined>>} hashes
 */
export const areUnchanged = (root, hashes) =>
  Object.entries(hashes).every(([file, hash]) => {
    const now = hashOf(join(root, file));
    return now === hash || (now === undefined && file.includes('node_modules/'));
  });

/**
 * @param {string} output file or folder
 * @param {string} hashFile what was written when it had been built
 * @param {string} hash of its sources now
 * @returns {boolean} whether it exists, and was built from these sources
 */
export const isUpToDate = (output, hashFile, hash) =>
  existsSync(output) && existsSync(hashFile) && readFileSync(hashFile, 'utf8') === hash;

/** @param {string} path @returns {readonly string[]} the files of a folder in a fixed order, or the file itself */
const filesOf = (path) => {
  if (!statSync(path).isDirectory()) return [path];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => join(entry.parentPath, entry.name)).sort();
};

/**
 * @param {string} root
 * @param {readonly string[]} sources files and folders, relative to `root`
 * @returns {string} one hash of their paths and contents
 */
export const hashSources = (root, sources) => {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => filesOf(join(root, source))))
    hash.update(`${file.slice(root.length)}\0`).update(readFileSync(file));
  return hash.digest('hex');
};
