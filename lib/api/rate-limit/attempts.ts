// How often who tries what: counters in the database, so that all processes count together.
import { createHash } from 'node:crypto';
import { collections } from '../../platform/db/index.ts';
import { tooManyRequests } from '../../errors.ts';
import type { Request } from '../http/index.ts';
import type { Service } from '../../platform/service.ts';
import { networkOf } from './network.ts';

/** What is limited: each has its numbers under `auth.limits`. */
export type Attempt = 'login' | 'register' | 'forgot';

interface Counter {
  /** A hash: neither addresses nor emails are kept. */
  readonly _id: string;
  readonly count: number;
  /** When its window ends; an index removes it then, though not to the minute. */
  readonly until: Date;
}

/** Attempts of a window are counted together; the next begins at once. */
interface Window {
  readonly number: number;
  readonly until: Date;
}

const windowAt = (now: Date, seconds: number): Window => {
  const number = Math.floor(now.getTime() / 1000 / seconds);
  return { number, until: new Date((number + 1) * seconds * 1000) };
};

/** @returns how many attempts there were with this one */
const count = async ({ database }: Service, { number, until }: Window, key: readonly string[]): Promise<number> => {
  const _id = createHash('sha256')
    .update(JSON.stringify([...key, number]))
    .digest('base64url');
  const counter = await (
    await database.get()
  )
    .collection<Counter>(collections.attempts)
    .findOneAndUpdate(
      { _id },
      { $inc: { count: 1 }, $setOnInsert: { until } },
      { upsert: true, returnDocument: 'after' },
    );
  return counter?.count ?? Infinity;
};

const check = async (
  service: Service,
  kind: Attempt,
  by: 'perAddress' | 'perIdentifier',
  ...key: readonly string[]
): Promise<void> => {
  const { seconds, [kind]: limit } = service.config.auth.limits;
  const now = service.now();
  const window = windowAt(now, seconds);
  if ((await count(service, window, [kind, ...key])) <= limit[by]) return;
  throw tooManyRequests(Math.max(1, Math.ceil((window.until.getTime() - now.getTime()) / 1000)));
};

/**
 * Counts an attempt for the address that it comes from, whatever becomes of it. Operations call it before they read the
 * body, and before `checkIdentifier`: an address that tries too often must not lock out the user that it names.
 *
 * @throws ApiError 429 with Retry-After when there were too many; what the database throws: an attempt that cannot be
 *   counted is refused
 */
export const checkAddress = (service: Service, { address }: Pick<Request, 'address'>, kind: Attempt): Promise<void> =>
  check(service, kind, 'perAddress', 'address', networkOf(address));

/**
 * Counts an attempt for the user that it names.
 *
 * @param identifier the name or email that is given, in any case
 * @throws as `checkAddress`
 */
export const checkIdentifier = (service: Service, kind: Attempt, identifier: string): Promise<void> =>
  check(service, kind, 'perIdentifier', 'identifier', identifier.toLowerCase());
