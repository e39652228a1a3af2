// @ts-check
// Tells whether something that esbuild made of the project's files has to be made again.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
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
