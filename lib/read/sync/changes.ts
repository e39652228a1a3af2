// What changed since someone asked last, and from where they go on.
import { Timestamp } from 'mongodb';
import type { Caller } from '../../platform/access/index.ts';
import { committed, tombstoneSeconds, type Times } from '../../platform/db/index.ts';
import { gone, invalid } from '../../errors.ts';
import { askOf } from '../execute/index.ts';
import type { Service } from '../../platform/service.ts';
import type { Timings } from '../../platform/timings.ts';
import { readAsked } from './syncQuery.ts';
import { writeCursor, type Cursor } from './cursor.ts';
import { pageOf, type Change } from './page.ts';
import { formOf, sourcesOf } from './sources.ts';

interface Changes {
  readonly data: readonly Change[];
  readonly meta: { readonly next: string; readonly hasMore: boolean };
}

/**
 * A write has its time when it runs, and is seen when its transaction commits. MongoDB ends transactions after a minute
 * (`transactionLifetimeLimitSeconds`), and looks for such every half of that; the rest is for servers that are slow. What
 * is younger is answered again the next time.
 */
export const horizonSeconds = 120;

/** What deletions leave is removed after thirty days: an hour before that nobody begins to read it. */
const maxAgeSeconds = tombstoneSeconds - 3600;

const earlier = (time: Timestamp, seconds: number): Timestamp => new Timestamp({ t: time.t - seconds, i: time.i });

/**
 * When a reading begins: by the clock, so that callers cannot tell from a cursor when something was last written, be it a
 * draft. A cluster writes every ten seconds at least; where its last write is older than a quarter of the horizon, that
 * time holds, and the rest of the horizon covers what is not yet seen.
 */
const beginningOf = ({ now, clock }: Times, horizon: number): Timestamp => {
  const clockTime = new Timestamp({ t: Math.ceil(clock.getTime() / 1000), i: 0 });
  const latest = earlier(now, -horizon / 4);
  return clockTime.lessThan(latest) ? clockTime : latest;
};

const later = (a: Timestamp | undefined, b: Timestamp): Timestamp => (a?.greaterThan(b) === true ? a : b);

/** @throws ApiError 410 for a cursor that nothing goes on from */
const checkCursor = ({ form, since, reading }: Cursor, formNow: string, now: Timestamp): void => {
  const known = since ?? reading?.began;
  if (known?.lessThan(earlier(now, maxAgeSeconds)) === true)
    throw gone('since is older than what is known of deletions, which is thirty days: begin anew without it');
  // Of another database, or of this one before it was brought back from a backup: what is written now would be no news to it.
  if (since?.greaterThan(now) === true)
    throw gone('since is later than anything that this database knows: begin anew without it');
  if (form !== formNow)
    throw gone('The content types, or what may be seen of them, are not what they were: begin anew without since');
};

/**
 * @param text the raw query string
 * @param horizon seconds that are answered again
 * @throws ApiError 400 for the query, 404 and 403 for its types, 410 for a cursor that nothing goes on from
 */
export const changesSince = async (
  service: Service,
  caller: Caller,
  text: string,
  timings: Timings,
  horizon = horizonSeconds,
): Promise<Changes> => {
  const asked = readAsked(text, service);
  const { types, locale, limit, cursor } = asked;
  const locales = await service.locales.known();
  if (locale !== undefined && !locales.codes.has(locale))
    throw invalid(`There is no locale ${locale}; there is ${[...locales.codes].join(', ')}`, { path: 'locale' });
  const sources = sourcesOf(types, caller, { ...service, locales });
  const form = formOf(sources);
  return committed(service.database, async (unit, times) => {
    if (cursor !== undefined) checkCursor(cursor, form, times.now);
    const since = cursor?.since;
    const { began, place } = cursor?.reading ?? {
      began: beginningOf(times, horizon),
      place: { index: 0, after: undefined },
    };
    const page = await pageOf(service, { ask: askOf(unit), timings }, sources, place, { since, locale, limit });
    const { data, next } = page;
    const goesOn =
      next === undefined
        ? { since: later(since, earlier(began, horizon)), reading: undefined }
        : { since, reading: { began, place: next } };
    return { data, meta: { next: writeCursor({ types, locale, form, ...goesOn }), hasMore: next !== undefined } };
  });
};
