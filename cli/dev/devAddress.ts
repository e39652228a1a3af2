// Remembers where the `lectern dev` of a project listens, for commands that print links.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const fileIn = (root: string): string => join(root, '.data/address');

/** @param url the origin of the server */
export const rememberAddress = (root: string, url: string): Promise<void> => writeFile(fileIn(root), `${url}\n`);

/** @returns the origin of the last dev; undefined if there was none */
export const lastAddress = async (root: string): Promise<string | undefined> => {
  const text = (await readFile(fileIn(root), 'utf8').catch(() => '')).trim();
  return text === '' ? undefined : text;
};
