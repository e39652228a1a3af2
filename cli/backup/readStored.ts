// Reads documents of a backup as they are stored again.
import { BSON, type Document } from 'mongodb';
import { fileKey, type Store } from '../../lib/media/index.ts';
import type { StoredDocument } from '../../lib/platform/db/index.ts';
import { builtInUids, isObject } from '../../lib/schema/index.ts';
import type { VersionToStore } from '../../lib/write/documents/index.ts';
import { ArchiveError } from '../archive/index.ts';
import type { StoredPart } from './parts.ts';

/** Keeps the type of each number. */
const exactly = { promoteValues: false, bsonRegExp: true } as const;

const readDocuments = (bytes: Buffer): readonly Document[] => {
  const documents: Document[] = [];
  for (let start = 0; start < bytes.length;) {
    const size = bytes.readInt32LE(start);
    if (size < 5 || start + size > bytes.length) throw new ArchiveError('An entry of the archive holds no documents');
    documents.push(BSON.deserialize(bytes.subarray(start, start + size), exactly));
    start += size;
  }
  return documents;
};

type Addressed = Record<string, unknown> & { readonly hash: string; readonly ext: string };

const isAddressed = (value: unknown): value is Addressed =>
  isObject(value) && typeof value.hash === 'string' && typeof value.ext === 'string';

/** Gives a record, whose bytes come along, the addresses of this store. */
const moveTo = (store: Store, document: Document): void => {
  const record: unknown = document.published;
  if (!isAddressed(record)) return;
  const formats = isObject(record.formats) ? Object.values(record.formats) : [];
  for (const one of [record, ...formats]) if (isAddressed(one) && one.url !== '') one.url = store.url(fileKey(one));
  record.provider = store.provider;
};

/** What an entry of a backup has of a part. */
interface StoredEntry {
  readonly documents: readonly Document[];
  /** The versions in the outboxes of the documents, which the relay had not moved to the history. */
  readonly replaced: readonly Omit<VersionToStore, 'type'>[];
}

/** The casts are safe: Lectern stored the document. */
const replacedIn = (document: Document): StoredEntry['replaced'] => {
  const { documentId, locale, pending = [] } = document as StoredDocument;
  return pending.flatMap(({ replaced: version }) => (version === undefined ? [] : [{ documentId, locale, version }]));
};

/**
 * @param store the store that the files of the backup go to; undefined: it has none, and their addresses stay
 * @returns the documents, without events that were not dispatched, and without what stored totals lacked
 */
export const readStored = async (
  { name }: StoredPart,
  content: AsyncIterable<Buffer>,
  store: Store | undefined,
): Promise<StoredEntry> => {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  const documents = readDocuments(Buffer.concat(chunks));
  const replaced = documents.flatMap(replacedIn);
  for (const document of documents) {
    delete document.pending;
    delete document.uncounted;
    if (name === builtInUids.file && store !== undefined) moveTo(store, document);
  }
  return { documents, replaced };
};
