// Keys of stored files that are not public yet. File keys end with an extension and these do not, so they are never
// confused.
import { createHash } from 'node:crypto';
import { cleanFileName, newFileHash } from '../records/fileNames.ts';

/** The key of a file that is uploaded as a whole. */
export const sentKey = (name: string): string => `sent_${newFileHash(cleanFileName(name))}`;

/**
 * The key of a file that is uploaded in parts. It contains the total size, which is stored nowhere else until the
 * parts are joined.
 */
export const partsKey = (name: string, bytes: number): string => `parts_${bytes}_${newFileHash(cleanFileName(name))}`;

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
