// What the database is asked for: the documents of a type that changed, or all that are published.
import type { Timestamp } from 'mongodb';
import { changedIndex } from '../../platform/db/index.ts';
import { projection } from '../plan/index.ts';
import type { IndexKeys } from '../../schema/index.ts';
import type { Mark } from './cursor.ts';
import type { Source } from './sources.ts';

/** Which documents of a source. */
export interface Wanted {
  /** Those that changed then or later, and those that went since; undefined: all that are published. */
  readonly since: Timestamp | undefined;
  /** Those behind this one. */
  readonly after: Mark | undefined;
  /** undefined: all. */
  readonly locale: string | undefined;
  readonly limit: number;
}

const byId: IndexKeys = { _id: 1 };

/**
 * All are read by `_id`, which no write changes; documents of before there were times of changes have none, so they are not
 * read by that.
 */
const allOf = (after: Mark | undefined): object => ({
  'published.id': { $gte: 0 },
  ...(after === undefined ? {} : { _id: { $gt: after.id } }),
});

/** Several may have one time: then `_id` tells their order. What every branch asks for is repeated, so that each walks the index. */
const changedOf = (since: Timestamp, after: Mark | undefined, base: object): object =>
  after === undefined
    ? { ...base, changed: { $gte: since } }
    : {
        $or: [
          { ...base, changed: after.changed, _id: { $gt: after.id } },
          { ...base, changed: { $gt: after.changed } },
        ],
      };

/** One query: documents in the order that a `Mark` is a place in, with what their answers take. */
export const questionOf = ({ name, type, select }: Source, { since, after, locale, limit }: Wanted) => {
  const base = type.localized && locale !== undefined ? { locale } : {};
  const order = since === undefined ? byId : changedIndex;
  return {
    about: name,
    collection: type.collectionName,
    stages: [
      { $match: since === undefined ? { ...base, ...allOf(after) } : changedOf(since, after, base) },
      { $sort: order },
      { $limit: limit },
      { $project: { ...projection(select, type, 'published'), _id: 1, changed: 1 } },
    ],
    hint: order,
  };
};
