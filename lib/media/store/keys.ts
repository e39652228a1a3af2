// Under what is stored that no site is shown yet. Files have an ending behind their key, and these have none, so that no
// file is ever taken for one of them.
import { createHash } from 'node:crypto';
import { cleanName, hashOf } from '../records/names.ts';

/** Of a file that is sent as a whole. */
export const sentKey = (name: string): string => `sent_${hashOf(cleanName(name))}`;

/** Of a file that is sent in parts: it says how many bytes these must have, which nothing else does until they are joined. */
export const partsKey = (name: string, bytes: number): string => `parts_${bytes}_${hashOf(cleanName(name))}`;

const sentForm = /^(?:sent|parts_(\d{1,16}))_[A-Za-z\d_]{1,120}_[0-9a-f]{10}$/;

export const isSentKey = (key: string): boolean => sentForm.test(key);

/** undefined: it is not of a file in parts. */
export const bytesIn = (key: string): number | undefined => {
  const bytes = sentForm.exec(key)?.[1];
  return bytes === undefined ? undefined : Number(bytes);
};

/** The documentId of the record of what was sent: always the same, so that there is one record of it at the most. */
export const documentIdFor = (key: string): string => `s${createHash('sha256').update(key).digest('hex').slice(0, 23)}`;

/** Of a picture as it was sent, of which the record with that documentId has no formats yet. */
export const pendingKey = (documentId: string): string => hashOf(`pending_${documentId}`);

/** The documentId that such a key says; undefined: it is another. */
export const pendingIn = (key: string): string | undefined => /^pending_([a-z\d]{24})_[0-9a-f]{10}$/.exec(key)?.[1];
