// File names: as people see them, and as keys of stored files. Keys of files that are not public yet have no ending, so
// they are never confused with others.
import { randomBytes, createHash } from 'node:crypto';
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

/** The key of a file that is uploaded as a whole. */
export const sentKey = (name: string): string => `sent_${newFileHash(cleanFileName(name))}`;

/**
 * The key of a file that is uploaded in parts. It contains the total size, which is stored nowhere else until the
 * parts are joined.
 */
export const partsKey = (name: string, bytes: number): string => `parts_${bytes}_${newFileHash(cleanFileName(name))}`;

/**
 * Whether a key begins as those of files that Lectern has not checked yet. A deployment does not serve these, and deletes sent ones
 * after two days (`infra/media.js`).
 */
export const isReservedKey = (key: string): boolean => /^(?:sent|parts|pending)_/.test(key);

const sentKeyPattern = /^(?:sent|parts_(\d{1,16}))_[A-Za-z\d_]{1,120}_[0-9a-f]{10}$/;

export const isSentKey = (key: string): boolean => sentKeyPattern.test(key);

/** The total size in a key; undefined if the file was not uploaded in parts. */
export const totalBytesOf = (key: string): number | undefined => {
  const bytes = sentKeyPattern.exec(key)?.[1];
  return bytes === undefined ? undefined : Number(bytes);
};

/** The documentId of the record of a direct upload. A key always gives the same one, so there is at most one record. */
export const documentIdOfSentKey = (key: string): string =>
  `s${createHash('sha256').update(key).digest('hex').slice(0, 23)}`;

/** The key of an uploaded picture whose record has no formats yet. */
export const pendingKey = (documentId: string): string => newFileHash(`pending_${documentId}`);

/** The documentId in such a key; undefined for any other key. */
export const documentIdOfPendingKey = (key: string): string | undefined =>
  /^pending_([a-z\d]{24})_[0-9a-f]{10}$/.exec(key)?.[1];
