// Rate limits for login and similar requests. The counters are in the database, so that all processes share them.
import { countInWindow, type Counter } from '../platform/countInWindow.ts';
import { collections, isDuplicateKey } from '../platform/db/index.ts';
import { tooManyRequests } from '../errors.ts';
import { networkOf, type Request } from './http/index.ts';
import type { Service } from '../platform/service.ts';
import { hashOf } from '../platform/hashOf.ts';

/** The requests with a limit. Each has its numbers under `auth.limits`. */
type Attempt = 'login' | 'register' | 'forgot' | 'refresh';

/** The requests with a limit that name a user. */
export type IdentifiedAttempt = Exclude<Attempt, 'refresh'>;

/**
 * Counts an attempt.
 *
 * @param limit how many are allowed in a window of `auth.limits.seconds`
 * @param key what they are counted for: the kind of the attempt, then by whom
 * @throws as `checkAddress`
 */
export const checkLimit = async (service: Service, limit: number, ...key: readonly string[]): Promise<void> => {
  const { count, until } = await countInWindow(service, service.config.auth.limits.seconds, key);
  if (count <= limit) return;
  throw tooManyRequests(Math.max(1, Math.ceil((until.getTime() - service.now().getTime()) / 1000)));
};

/**
 * Counts an attempt of an IP address, whatever its outcome. Operations call it before they read the body and before
 * `checkIdentifier`, so that a blocked address cannot lock out a user.
 *
 * @throws ApiError 429 with Retry-After for too many attempts; what the database throws, because an attempt that
 *   cannot be counted is rejected
 */
export const checkAddress = (service: Service, { address }: Pick<Request, 'address'>, kind: Attempt): Promise<void> =>
  checkLimit(service, service.config.auth.limits[kind].perAddress, kind, 'address', networkOf(address));

/**
 * Counts a login with a device of its user, whose attempts those of other devices and addresses do not use up.
 *
 * @param device a hash that only this user and device have
 * @throws as `checkAddress`
 */
export const checkKnownDevice = (service: Service, device: string): Promise<void> =>
  checkLimit(service, service.config.auth.limits.login.perAddress, 'login', 'device', device);

/** Failed attempts with one name from one network. */
interface Failures extends Counter {
  /** No attempt is allowed before. */
  readonly next: Date;
}

const maxDelayMs = 900_000;
const forgetFailuresMs = 86_400_000;

/**
 * Counts an attempt with a name from a network as failed, until it succeeds. After too many, each next one has to wait twice as
 * long: a second at first, 15 minutes at most. Attempts at the same time are counted one by one.
 *
 * @returns forgets the failures, for an attempt that succeeded
 * @throws as `checkAddress`
 */
export const delayFailures = async (
  service: Service,
  { address }: Pick<Request, 'address'>,
  identifier: string,
): Promise<() => Promise<void>> => {
  const _id = hashOf('failures', networkOf(address), identifier.toLowerCase());
  const now = service.now();
  const longest = new Date(now.getTime() + maxDelayMs);
  const attempts = (await service.database.get()).collection<Failures>(collections.attempts);
  const free = service.config.auth.limits.login.beforeDelay;
  const delay = {
    $min: [maxDelayMs, { $multiply: [1000, { $pow: [2, { $min: [20, { $subtract: ['$count', free] }] }] }] }],
  };
  // Without a delay, no attempt waits: the clock of another attempt at the same time may be a few milliseconds behind.
  const next = { $cond: [{ $lt: ['$count', free] }, new Date(0), { $add: [now, delay] }] };
  /** @returns false if the attempt has to wait, or if another first one inserts the row at the same time */
  const countFailure = async (): Promise<boolean> => {
    try {
      await attempts.updateOne(
        // No delay is longer, so a later time is of a clock that was set back.
        { _id, $or: [{ next: { $lte: now } }, { next: { $gt: longest } }, { until: { $lte: now } }] },
        [
          { $set: { count: { $cond: [{ $lte: ['$until', now] }, 1, { $add: [{ $ifNull: ['$count', 0] }, 1] }] } } },
          { $set: { next, until: new Date(now.getTime() + forgetFailuresMs) } },
        ],
        { upsert: true },
      );
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  };
  if (!(await countFailure())) {
    const wait = ((await attempts.findOne({ _id }))?.next.getTime() ?? 0) - now.getTime();
    if (wait > 0 || !(await countFailure())) throw tooManyRequests(Math.max(1, Math.ceil(wait / 1000)));
  }
  return async () => {
    await attempts.deleteOne({ _id });
  };
};

/**
 * Counts an attempt for the user that the request names.
 *
 * @param identifier the name or email in the request, in any case
 * @throws as `checkAddress`
 */
export const checkIdentifier = (service: Service, kind: IdentifiedAttempt, identifier: string): Promise<void> =>
  checkLimit(service, service.config.auth.limits[kind].perIdentifier, kind, 'identifier', identifier.toLowerCase());
