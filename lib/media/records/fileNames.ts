// File names: as people see them, and as keys of stored files.
import { randomBytes } from 'node:crypto';
import { extname } from 'node:path';

/** The maximum length of file names in file systems. */
const maxLength = 255;

/** Control characters, line breaks, lone surrogates, and characters that change the text direction. */
const invisibleCharacters = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

/** A name without invisible characters; empty if nothing is left. */
export const cleanTitle = (title: string): string =>
  // The cut can leave half of a surrogate pair, which is removed last.
  title
    .normalize('NFC')
    .replace(invisibleCharacters, '')
    .trim()
    .slice(0, maxLength)
    .replace(/\p{Cs}$/u, '');

/** A file name without folders and invisible characters; `file` if nothing is left. */
export const cleanFileName = (path: string): string => {
  const name = cleanTitle(path.split(/[/\\]/).at(-1) ?? '');
  return /^\.*$/.test(name) ? 'file' : name;
};

/** The ending of a file name: `.jpg` for `Cover.JPG`; empty if there is none. */
export const endingOf = (name: string): string => /^\.[a-z\d]{1,10}$/.exec(extname(name).toLowerCase())?.[0] ?? '';

/** `thumbnail_` may come before it and an ending after it. Together they fit every file system. */
const maxBase = 100;

/** The name reduced to ASCII letters and digits, with words joined by `_`. */
const asciiBase = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z\d]+/g, '_')
    .replace(/^_|_$/g, '')
    .slice(0, maxBase);

/** The key of a file without its ending: its name, and ten random hexadecimal digits. */
export const newFileHash = (name: string, random: Uint8Array = randomBytes(5)): string => {
  const base = asciiBase(name.slice(0, name.length - extname(name).length));
  return `${base === '' ? 'file' : base}_${Buffer.from(random).toString('hex')}`;
};
