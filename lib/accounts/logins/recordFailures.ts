// Counts failed logins in the audit log.
import { ObjectId } from 'mongodb';
import { networkOf, type Request } from '../../api/http/index.ts';
import { auditCollection, isAuditOn, makeAuditRow, type AuditEntry } from '../../platform/audit/index.ts';
import type { Service } from '../../platform/service.ts';
import { hashOf } from '../../platform/hashOf.ts';
import { builtInUids } from '../../schema/index.ts';
import { auditedUser, findByIdentifier } from '../users/index.ts';

const minuteMs = 60_000;

/** The id of the row for all failures of one kind in one minute. */
const idOfFailures = (minute: number, what: readonly string[]): ObjectId => {
  const hash = Buffer.from(hashOf(...what), 'base64url');
  const seconds = Buffer.alloc(4);
  seconds.writeUInt32BE(minute * 60);
  return new ObjectId(Buffer.concat([seconds, hash.subarray(0, 8)]));
};

/** @param what the failures of a minute that share a row have in common */
const countFailure = async (service: Service, entry: AuditEntry, what: readonly string[]): Promise<void> => {
  if (!isAuditOn(service)) return;
  const minute = Math.floor(service.now().getTime() / minuteMs);
  const _id = idOfFailures(minute, what);
  const row = makeAuditRow(service, entry, { _id });
  const rows = auditCollection(await service.database.get());
  await rows.updateOne({ _id }, { $setOnInsert: row, $inc: { count: 1 } }, { upsert: true });
};

/**
 * Counts a failed login. Failures of one network with one identifier share a row for a minute, and the rate limits bound the
 * identifiers: whoever guesses cannot fill the database. The identifier is not stored: it may be a password in the wrong field.
 *
 * @throws MongoError when the database does not answer
 */
export const recordFailedLogin = async (
  service: Service,
  { address }: Pick<Request, 'address'>,
  identifier: string,
): Promise<void> => {
  if (!isAuditOn(service)) return;
  // Searched again for known and unknown users alike: the time tells nothing.
  const user = await findByIdentifier(service, identifier);
  const target = user === undefined ? { type: builtInUids.user } : auditedUser(user);
  const what = [networkOf(address), identifier.toLowerCase()];
  await countFailure(service, { action: 'login.failed', target, actor: 'public' }, what);
};

/**
 * Counts a login by a provider that failed. Failures of one network, of one user and for one reason share a row for a minute. If
 * the provider is unavailable, all share one, because that is not about a person.
 *
 * @throws MongoError when the database does not answer
 */
export const recordFailedProviderLogin = async (
  service: Service,
  { address }: Pick<Request, 'address'>,
  failure: { readonly name: string; readonly reason: string; readonly user?: string | undefined },
): Promise<void> => {
  const { name, reason, user } = failure;
  const whose = reason === 'unavailable' ? [] : [networkOf(address), user ?? ''];
  const target = { type: 'provider', name, id: reason };
  const entry = { action: 'login.failed', target, actor: user ?? 'public' } as const;
  await countFailure(service, entry, ['provider', name, reason, ...whose]);
};

/** Counts a wrong code, or a refused passkey, of a user. Failures of one network share a row for a minute. */
export const recordFailedFactor = async (
  service: Service,
  { address }: Pick<Request, 'address'>,
  user: string,
): Promise<void> => {
  const entry = { action: 'factor.failed', target: auditedUser({ documentId: user }), actor: 'public' } as const;
  await countFailure(service, entry, [networkOf(address), 'factor', user]);
};
