// Keeps the documentId of each row of Strapi 4, so that old ids can be translated after the import.
import type { Db } from 'mongodb';
import { collections } from '../../lib/platform/db/index.ts';
import type { ArchiveRow } from './archiveRow.ts';

export interface ImportedId {
  /** `api::article.article 12` */
  readonly _id: string;
  readonly type: string;
  readonly id: number;
  readonly documentId: string;
  readonly locale: string | null;
}

const batchSize = 1_000;

export class ImportedIds {
  private readonly db: Db;
  private waiting: ImportedId[] = [];

  constructor(db: Db) {
    this.db = db;
  }

  async add({ type: { uid }, id, documentId, locale }: ArchiveRow): Promise<void> {
    this.waiting.push({ _id: `${uid} ${id}`, type: uid, id, documentId, locale });
    if (this.waiting.length >= batchSize) await this.flush();
  }

  async flush(): Promise<void> {
    const ids = this.waiting;
    this.waiting = [];
    if (ids.length === 0) return;
    await this.db.collection<ImportedId>(collections.importedIds).bulkWrite(
      ids.map(({ _id, ...replacement }) => ({ replaceOne: { filter: { _id }, replacement, upsert: true } })),
      { ordered: false },
    );
  }
}

/** @yields the ids of an import from Strapi 4, by type and id */
export const readImportedIds = (db: Db): AsyncIterable<ImportedId> =>
  db.collection<ImportedId>(collections.importedIds).find().sort({ type: 1, id: 1 }).allowDiskUse();
