// Reads the documents of a type, in the order of their creation.
import type { StoredDocument } from '../../lib/platform/db/index.ts';
import type { ContentType } from '../../lib/schema/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import { readBatch } from '../migrate/index.ts';

/** @yields the documents, also tombstones, which have no versions; in memory is one batch of them */
export async function* readDocuments({ database }: Service, type: ContentType): AsyncGenerator<StoredDocument> {
  const db = await database.get();
  let after: unknown;
  for (;;) {
    const batch = await readBatch(db, type.collectionName, after);
    if (batch === undefined) return;
    yield* batch.documents;
    after = batch.after;
  }
}
