// The ids of Strapi 4: the documentId of each row is found and kept, so that old ids can be translated after the
// import.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Db } from 'mongodb';
import { readLines } from '../archive/index.ts';
import type { FindDocumentId, ArchiveRow } from './archiveRow.ts';
import { readLink } from './routeLinks.ts';
import type { UnpackedArchive } from './types.ts';
import { collections } from '../../lib/platform/db/index.ts';

interface ImportedId {
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

/** Joins ids into groups; a group is named by its lowest id. */
class IdGroups {
  private readonly lower = new Map<number, number>();

  /** The lowest id of the group. */
  lowest(id: number): number {
    let found = id;
    for (let next = this.lower.get(found); next !== undefined; next = this.lower.get(found)) found = next;
    if (found !== id) this.lower.set(id, found);
    return found;
  }

  join(a: number, b: number): void {
    const [first, second] = [this.lowest(a), this.lowest(b)];
    if (first !== second) this.lower.set(Math.max(first, second), Math.min(first, second));
  }
}

/** The same row always gets the same documentId, also in a later archive. */
const documentIdOf = (type: string, id: number): string =>
  `v${createHash('sha256').update(`${type} ${id}`).digest('hex').slice(0, 23)}`;

/**
 * Reads the links between the locales of documents.
 *
 * @throws ArchiveError for a line that is no link
 */
export const findStrapi4Ids = async ({ links }: Pick<UnpackedArchive, 'links'>): Promise<FindDocumentId> => {
  const groups = new Map<string, IdGroups>();
  let line = 0;
  for await (const text of readLines(createReadStream(links))) {
    const { left, right } = readLink(text, ++line);
    if (left.field !== 'localizations' || left.type !== right.type) continue;
    const group = groups.get(left.type) ?? new IdGroups();
    groups.set(left.type, group);
    group.join(Number(left.ref), Number(right.ref));
  }
  return (type, id) => documentIdOf(type, groups.get(type)?.lowest(id) ?? id);
};
