// Removes versions that the site no longer keeps: more than a number for each document, and older than a number of days.
import type { Db, Filter } from 'mongodb';
import { dayMs } from '../platform/dayMs.ts';
import { collections, type Transaction } from '../platform/db/index.ts';
import type { Service } from '../platform/service.ts';
import {
  versionsCollection,
  versionValuesCollection,
  type VersionRow,
  type VersionToStore,
} from '../write/documents/index.ts';

type Unit = Pick<Transaction, 'db' | 'options'>;

/** How many versions one command removes. */
const batchSize = 1_000;

/** Versions without a name: publications and restored versions, or all others. */
const unnamed = (isKept: boolean): Filter<VersionRow> => ({
  isKept: isKept ? true : { $exists: false },
  name: { $exists: false },
});

/**
 * Removes all versions that match, in batches.
 *
 * @param skip keeps so many of them, the newest
 * @returns how many it removed
 */
export const removeVersions = async ({ db, options }: Unit, filter: Filter<VersionRow>, skip = 0): Promise<number> => {
  const sort = skip === 0 ? {} : ({ revision: -1 } as const);
  for (let removed = 0; ;) {
    const found = await versionsCollection(db)
      .find(filter, { ...options, ...{ projection: { _id: 1 }, skip, limit: batchSize }, sort })
      .toArray();
    if (found.length === 0) return removed;
    const ids = { _id: { $in: found.map(({ _id }) => _id) } };
    // The rows first: a row is never without its values.
    await versionsCollection(db).deleteMany(ids, options);
    await versionValuesCollection(db).deleteMany(ids, options);
    removed += found.length;
    if (found.length < batchSize) return removed;
  }
};

/** Versions since an agent has begun to write, while nobody has decided about it: what was before is what discarding gives back. */
const findUndecided = async (
  db: Db,
  { type: contentType, documentId, locale }: Pick<VersionRow, 'type' | 'documentId' | 'locale'>,
): Promise<Filter<VersionRow>> => {
  const actions = db.collection<{ release: number; change: { first: number } }>(collections.releaseActions);
  const found = await actions.find({ contentType, documentId, locale, 'change.first': { $gt: 0 } }).toArray();
  const ids = found.map(({ release }) => release);
  const releases = db.collection<{ _id: number }>(collections.releases);
  const open = await releases.distinct('_id', { _id: { $in: ids }, releasedAt: null });
  const first = found.filter(({ release }) => open.includes(release)).map(({ change }) => change.first);
  return first.length === 0 ? {} : { revision: { $gt: Math.min(...first) } };
};

/** Removes the oldest versions of documents that have more than the site keeps. */
export const removeSurplus = async (
  { config }: Pick<Service, 'config'>,
  db: Db,
  stored: readonly VersionToStore[],
): Promise<void> => {
  const { versions, publications } = config.history;
  const limit = Math.min(versions, publications);
  // A document with fewer writes cannot have more versions.
  const long = stored.filter(({ version }) => version.revision > limit);
  const keys = new Map(
    long.map(({ type, documentId, locale }) => [
      `${type.uid} ${documentId} ${locale}`,
      { type: type.uid, documentId, locale },
    ]),
  );
  for (const key of keys.values()) {
    const revision = await findUndecided(db, key);
    await removeVersions({ db, options: {} }, { ...key, ...unnamed(false), ...revision }, versions);
    await removeVersions({ db, options: {} }, { ...key, ...unnamed(true) }, publications);
  }
};

/** Removes versions that are older than the site keeps them. @returns how many */
export const removeExpired = async ({
  config,
  database,
  now,
}: Pick<Service, 'config' | 'database' | 'now'>): Promise<number> => {
  const db = await database.get();
  const { days, publicationDays } = config.history;
  const before = (count: number): Filter<VersionRow> => ({ at: { $lt: new Date(now().getTime() - count * dayMs) } });
  return (
    (await removeVersions({ db, options: {} }, { ...before(days), ...unnamed(false) })) +
    (await removeVersions({ db, options: {} }, { ...before(publicationDays), ...unnamed(true) }))
  );
};
