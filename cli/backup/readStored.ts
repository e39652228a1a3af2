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

/** What MongoDB stores at most. */
const maxDocumentBytes = 16 * 1024 * 1024 + 16 * 1024;

/** How many bytes of documents are in memory at once, beside one document. */
const batchBytes = 4_000_000;

/** @returns the documents that the bytes begin with, and how many bytes of the next one, which is not whole, are needed */
const splitDocuments = (bytes: Buffer): { documents: Document[]; rest: Buffer; needed: number } => {
  const documents: Document[] = [];
  for (let start = 0; ;) {
    const rest = bytes.subarray(start);
    if (rest.length < 4) return { documents, rest, needed: 4 };
    const size = rest.readInt32LE(0);
    if (size < 5 || size > maxDocumentBytes) throw new ArchiveError('An entry of the archive holds no documents');
    if (rest.length < size) return { documents, rest, needed: size };
    documents.push(BSON.deserialize(rest.subarray(0, size), exactly));
    start += size;
  }
};

/** @yields batches of documents */
async function* readDocuments(content: AsyncIterable<Buffer>): AsyncGenerator<readonly Document[]> {
  let chunks: Buffer[] = [];
  let [bytes, needed] = [0, batchBytes];
  for await (const chunk of content) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes < needed) continue;
    const split = splitDocuments(Buffer.concat(chunks));
    if (split.documents.length > 0) yield split.documents;
    chunks = [split.rest];
    bytes = split.rest.length;
    needed = Math.max(batchBytes, split.needed);
  }
  const { documents, rest } = splitDocuments(Buffer.concat(chunks));
  if (rest.length > 0) throw new ArchiveError('An entry of the archive holds no documents');
  if (documents.length > 0) yield documents;
}

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

/** What a batch has of a part. */
interface StoredBatch {
  readonly documents: readonly Document[];
  /** The versions in the outboxes of the documents, which the relay had not moved to the history. */
  readonly replaced: readonly Omit<VersionToStore, 'type'>[];
}

/** The casts are safe: Lectern stored the document. */
const replacedIn = (document: Document): StoredBatch['replaced'] => {
  const { documentId, locale, pending = [] } = document as StoredDocument;
  return pending.flatMap(({ replaced: version }) => (version === undefined ? [] : [{ documentId, locale, version }]));
};

/**
 * @param store the store that the files of the backup go to; undefined: it has none, and their addresses stay
 * @yields the documents in batches, without events that were not dispatched, and without what stored totals lacked
 * @throws ArchiveError for an entry that holds something else, or a document that MongoDB cannot store
 */
export async function* readStored(
  { name }: StoredPart,
  content: AsyncIterable<Buffer>,
  store: Store | undefined,
): AsyncGenerator<StoredBatch> {
  for await (const documents of readDocuments(content)) {
    const replaced = documents.flatMap(replacedIn);
    for (const document of documents) {
      delete document.pending;
      delete document.uncounted;
      if (name === builtInUids.file && store !== undefined) moveTo(store, document);
    }
    yield { documents, replaced };
  }
}
