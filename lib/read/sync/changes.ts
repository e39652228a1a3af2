// Answers a sync: the changes since a cursor, and the cursor for the next request.
import { Timestamp } from 'mongodb';
import type { Caller } from '../../platform/access/index.ts';
import { lateCommitSeconds, readCommitted, tombstoneSeconds, type ReadTimes } from '../../platform/db/index.ts';
import { expiredCursor, invalid } from '../../errors.ts';
import { queryRunner } from '../execute/index.ts';
import type { Service } from '../../platform/service.ts';
import type { Timings } from '../../platform/timings.ts';
import { readSyncQuery } from './syncQuery.ts';
import { writeSyncCursor, type SyncCursor } from './cursor.ts';
import { readSyncPage, type SyncChange } from './page.ts';
import { formHash, findSources } from './sources.ts';

interface SyncAnswer {
  readonly data: readonly SyncChange[];
  readonly meta: { readonly next: string; readonly hasMore: boolean };
}

/** Tombstones are removed after thirty days; a sync does not start from a cursor that is within an hour of that age. */
const maxAgeSeconds = tombstoneSeconds - 3600;

const secondsBefore = (time: Timestamp, seconds: number): Timestamp =>
  new Timestamp({ t: time.t - seconds, i: time.i });

/**
 * The time at which a reading begins. It is the clock's time, because the time of the last write would tell callers
 * when someone edited a draft. A cluster writes at least every ten seconds, so its last write is usually recent; if it
 * is older than a quarter of the horizon, its time is used instead, and the rest of the horizon covers uncommitted
 * writes.
 */
const readingStart = ({ now, clock }: ReadTimes, horizon: number): Timestamp => {
  const clockTime = new Timestamp({ t: Math.ceil(clock.getTime() / 1000), i: 0 });
  const latest = secondsBefore(now, -horizon / 4);
  return clockTime.lessThan(latest) ? clockTime : latest;
};

const latest = (a: Timestamp | undefined, b: Timestamp): Timestamp => (a?.greaterThan(b) === true ? a : b);

/** @throws ApiError 410 when the cursor is too old, belongs to another database, or was made for other content types */
const checkCursor = ({ form, since, reading }: SyncCursor, formNow: string, now: Timestamp): void => {
  const known = since ?? reading?.began;
  if (known?.lessThan(secondsBefore(now, maxAgeSeconds)) === true)
    throw expiredCursor(
      'since is older than thirty days, and deletions are not kept longer: start again without since',
    );
  // The cursor is from another database, or from before this one was restored from a backup: a sync would miss new
  // changes.
  if (since?.greaterThan(now) === true)
    throw expiredCursor('since is later than the last write of this database: start again without since');
  if (form !== formNow)
    throw expiredCursor('The content types, or your permissions on them, have changed: start again without since');
};

/**
 * @param text the raw query string
 * @param horizon the seconds of changes to read again
 * @throws ApiError 400 for the query, 404 and 403 for its types, 410 for a cursor that cannot be continued
 */
export const changesSince = async (
  service: Service,
  caller: Caller,
  text: string,
  timings: Timings,
  horizon = lateCommitSeconds,
): Promise<SyncAnswer> => {
  const query = readSyncQuery(text, service);
  const { types, locale, limit, cursor } = query;
  const locales = await service.locales.known();
  if (locale !== undefined && !locales.codes.has(locale))
    throw invalid(`Unknown locale ${locale}: expected one of ${[...locales.codes].join(', ')}`, { path: 'locale' });
  const context = { ...service, locales };
  const sources = findSources(types, caller, context);
  const form = formHash(sources);
  return readCommitted(service.database, async (unit, times) => {
    if (cursor !== undefined) checkCursor(cursor, form, times.now);
    const since = cursor?.since;
    const { began, place } = cursor?.reading ?? {
      began: readingStart(times, horizon),
      place: { index: 0, after: undefined },
    };
    const page = await readSyncPage(
      service,
      { ask: queryRunner(unit, { reader: timings.reader }), timings },
      sources,
      place,
      {
        since,
        locale,
        limit,
      },
    );
    const { data, next } = page;
    const goesOn =
      next === undefined
        ? { since: latest(since, secondsBefore(began, horizon)), reading: undefined }
        : { since, reading: { began, place: next } };
    return { data, meta: { next: writeSyncCursor({ types, locale, form, ...goesOn }), hasMore: next !== undefined } };
  });
};
