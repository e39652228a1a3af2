// The documents about which a transaction conflicted with other processes: its next attempt writes them first.
import { ObjectId, type ClientSession, type Db } from 'mongodb';
import type { StoredDocument } from './storedDocument.ts';

/**
 * MongoDB ends a transaction at once if it writes a document that another one has written. An attempt that first writes the
 * documents of the last conflict therefore fails before it does any other work, or cannot lose them any more.
 */
export class ContendedDocuments {
  /** By collection. */
  private readonly documentIds = new Map<string, Set<string>>();
  private lastOperation: readonly [collection: string, documentIds: readonly string[]] | undefined;

  /** Remembers the documents of the operation that follows. */
  noteOperation(collection: string, documentIds: readonly string[]): void {
    this.lastOperation = [collection, documentIds];
  }

  /** Adds the documents of the last operation, which has failed. */
  addLastOperation(): void {
    if (this.lastOperation === undefined) return;
    const [collection, documentIds] = this.lastOperation;
    this.documentIds.set(collection, new Set([...(this.documentIds.get(collection) ?? []), ...documentIds]));
  }

  /** Writes the documents, without a change that anyone sees. */
  async take(db: Db, session: ClientSession): Promise<void> {
    for (const [collection, documentIds] of [...this.documentIds].sort(([a], [b]) => (a < b ? -1 : 1)))
      await db
        .collection<StoredDocument>(collection)
        .updateMany({ documentId: { $in: [...documentIds] } }, { $set: { taken: new ObjectId() } }, { session });
  }
}
