// What files are called: by people, and where they are stored.
import { randomBytes } from 'node:crypto';
import { extname } from 'node:path';

/** As long as file systems take, in bytes of one each. */
const maxLength = 255;

/** Controls, lines, halves of characters, and what turns the direction of what follows. */
const unseen = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

/** A name as people may be shown it: without characters that are not seen; empty where nothing is left. */
export const titleOf = (given: string): string =>
  // Cut last but one: half of a character may be left of it.
  given
    .normalize('NFC')
    .replace(unseen, '')
    .trim()
    .slice(0, maxLength)
    .replace(/\p{Cs}$/u, '');

/** The name of a file as `titleOf` has it, without the folders before it; `file` where nothing is left. */
export const cleanName = (given: string): string => {
  const name = titleOf(given.split(/[/\\]/).at(-1) ?? '');
  return /^\.*$/.test(name) ? 'file' : name;
};

/** `.jpg` of `Cover.JPG`; empty where the name ends otherwise. */
export const endingOf = (name: string): string => /^\.[a-z\d]{1,10}$/.exec(extname(name).toLowerCase())?.[0] ?? '';

/** Before it can come `thumbnail_`, behind it an ending: together they fit every file system. */
const maxBase = 100;

/** ASCII letters and digits, words joined by `_`. */
const plainOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z\d]+/g, '_')
    .replace(/^_|_$/g, '')
    .slice(0, maxBase);

/**
 * What a file is stored under, before its ending: its name, and ten hexadecimal digits that nobody can guess.
 *
 * @param random five bytes
 */
export const hashOf = (name: string, random: Uint8Array = randomBytes(5)): string => {
  const base = plainOf(name.slice(0, name.length - extname(name).length));
  return `${base === '' ? 'file' : base}_${Buffer.from(random).toString('hex')}`;
};
