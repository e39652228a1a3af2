// Builds the database query of a sync: changed documents of a type, or all published ones.
import type { Timestamp } from 'mongodb';
import { changedIndex } from '../../platform/db/index.ts';
import { projection } from '../plan/index.ts';
import type { IndexKeys } from '../../schema/index.ts';
import type { SyncPosition } from './cursor.ts';
import type { SyncSource } from './sources.ts';

/** Which documents of a source to read. */
export interface SyncRequest {
  /** Documents changed at or after this time, deleted ones too; undefined: all published documents. */
  readonly since: Timestamp | undefined;
  /** The last document of the previous page. */
  readonly after: SyncPosition | undefined;
  /** undefined: all locales. */
  readonly locale: string | undefined;
  readonly limit: number;
}

const byId: IndexKeys = { _id: 1 };

/**
 * The conditions of a full reading. It reads by `_id`, which no write changes, and because documents stored by old
 * versions of Lectern have no time of change.
 */
const publishedAfter = (after: SyncPosition | undefined): object => ({
  'published.id': { $gte: 0 },
  ...(after === undefined ? {} : { _id: { $gt: after.id } }),
});

/**
 * The conditions for changed documents. `_id` orders documents with the same time. Every branch repeats the base, so
 * that each uses the index.
 */
const changedAfter = (since: Timestamp, after: SyncPosition | undefined, base: object): object =>
  after === undefined
    ? { ...base, changed: { $gte: since } }
    : {
        $or: [
          { ...base, changed: after.changed, _id: { $gt: after.id } },
          { ...base, changed: { $gt: after.changed } },
        ],
      };

/** The query: documents in the order of `SyncPosition`, with the fields that their answers need. */
export const syncQueryFor = ({ name, type, select }: SyncSource, { since, after, locale, limit }: SyncRequest) => {
  const base = type.localized && locale !== undefined ? { locale } : {};
  const order = since === undefined ? byId : changedIndex;
  return {
    about: name,
    collection: type.collectionName,
    stages: [
      { $match: since === undefined ? { ...base, ...publishedAfter(after) } : changedAfter(since, after, base) },
      { $sort: order },
      { $limit: limit },
      { $project: { ...projection(select, type, 'published'), _id: 1, changed: 1 } },
    ],
    hint: order,
  };
};
