// Remembers the documents that this process updated last, so that the next update of one of them need not read it.
import { memoize } from '../../../memoize.ts';
import { ApiError } from '../../../errors.ts';
import type { Database, StoredDocument } from '../../../platform/db/index.ts';
import { LruCache } from '../../../platform/lruCache.ts';
import { maxOutboxBytes, outboxBytes, versionBytes } from '../versions/replacedVersion.ts';
import { WriteConflict } from './commit.ts';

/** The most bytes of all remembered documents together, in the form in which MongoDB stores them. */
const maxBytes = 8_000_000;

/** The most bytes of one of them: a larger one would evict many others. */
const maxDocumentBytes = 500_000;

/** The last update of a document by this process. */
interface LastUpdate {
  readonly revision: number;
  /** The document as stored; undefined if it is too large, or if nothing says that this process is its only writer. */
  readonly document?: StoredDocument;
  readonly bytes: number;
}

/** About the bytes of an update without its document. */
const frameBytes = 200;

const cacheOf: (database: Database) => LruCache<LastUpdate> = memoize(
  () => new LruCache(maxBytes, ({ bytes }) => bytes),
);

/** The bytes of both versions. Values of versions that were written together are in memory once. */
const bytesOf = ({ draft, published }: StoredDocument): number =>
  [draft, draft?.updatedAt === published?.updatedAt ? undefined : published].reduce(
    (sum, version) => sum + versionBytes(version),
    frameBytes,
  );

/** What a process knows of one document. A write forgets it when it begins; only an update remembers it again. */
export class RecentDocument {
  /** Undefined: the last write was no update, or it failed, or it is too long ago. */
  readonly last: LastUpdate | undefined;
  private readonly cache: LruCache<LastUpdate>;
  private readonly name: string;

  /** @param name as `documentName` returns it; the write has locked the document */
  constructor(database: Database, name: string) {
    this.cache = cacheOf(database);
    this.name = name;
    this.last = this.cache.take(name);
  }

  /**
   * Remembers a document after an update.
   *
   * @param before the revision that the update started from. The document itself is remembered from the second of two updates
   *   that follow each other: only then further ones are likely
   */
  remember(document: StoredDocument, before: number): void {
    const { revision } = document;
    // The relay has perhaps moved the versions in the outbox, so the document is read before it counts as full.
    const isKept = this.last?.revision === before && outboxBytes(document) < maxOutboxBytes / 2;
    const bytes = isKept ? bytesOf(document) : Infinity;
    this.cache.set(
      this.name,
      bytes > maxDocumentBytes ? { revision, bytes: frameBytes } : { revision, document, bytes },
    );
  }
}

/** Whether an update failed perhaps only because it was computed from an outdated document. Then nothing is written. */
const isPerhapsOutdated = (error: unknown): boolean =>
  error instanceof WriteConflict || (error instanceof ApiError && error.status < 500);

/**
 * Updates a document from what the process knows of it, or else from what is stored. The update contains the revision, so a
 * document that others have changed is read.
 *
 * @param recent undefined: the document is always read
 * @param locale the locale that the update changes
 * @param read finds the document in all of its locales
 * @param update computes and writes the update
 * @throws what `read` throws, and what `update` throws for the stored document
 */
export const updateRecent = async (
  recent: RecentDocument | undefined,
  locale: string | null,
  read: () => Promise<readonly StoredDocument[]>,
  update: (living: readonly StoredDocument[]) => Promise<StoredDocument>,
): Promise<StoredDocument> => {
  if (recent === undefined) return update(await read());
  const { last } = recent;
  if (last?.document?.locale === locale)
    try {
      const updated = await update([last.document]);
      recent.remember(updated, last.revision);
      return updated;
    } catch (error) {
      if (!isPerhapsOutdated(error)) throw error;
    }
  const living = await read();
  const updated = await update(living);
  const [before, ...others] = living;
  // A write of shared attributes needs all locales. Adding one changes the revision of the others.
  if (before?.locale === locale && others.length === 0) recent.remember(updated, before.revision);
  return updated;
};
