// Stores what users allow their agents, and exchanges the codes and refresh tokens of these grants.
import { createHash } from 'node:crypto';
import type { Filter } from 'mongodb';
import { hashCode, newCode } from '../../accounts/codes.ts';
import {
  exchangeToken,
  findEndReason,
  parseToken,
  sessionCollection,
  sessionLimits,
  sessionsSinceOf,
  type StoredSession,
} from '../../accounts/sessions/index.ts';
import { recheckSession } from '../../accounts/signIn/index.ts';
import { findByDocumentId } from '../../accounts/users/index.ts';
import { recordChange, type AuditAction, type AuditEntry } from '../../platform/audit/index.ts';
import { collections, type StoredDocument } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import type { Client } from './clients.ts';
import { oauthError } from './protocol.ts';
import type { AgentScope } from './scopes.ts';

/** As a session; `hash` is that of the code, and then of the valid refresh token. */
export interface StoredGrant extends Pick<
  StoredSession,
  '_id' | 'user' | 'hash' | 'startedAt' | 'usedAt' | 'endsAt' | 'sessionsSince'
> {
  readonly client: Pick<Client, 'id' | 'name' | 'url'>;
  readonly scopes: readonly AgentScope[];
  /** The session that allowed it, if a provider began that: the grant ends with it. */
  readonly session?: string;
  /** What the code is sent with; absent once it is exchanged. `challenge`: the hash of the code verifier (RFC 7636). */
  readonly proof?: { readonly redirectUri: string; readonly challenge: string };
}

const [codeSeconds, accessSeconds] = [600, 600];

/** A grant that no agent uses ends. It also ends as a session of the role would. */
const maxIdleSeconds = 14 * 86_400;

const name = collections.agentGrants;
const grantsIn = async ({ database }: Service) => (await database.get()).collection<StoredGrant>(name);

const entryOf = (action: AuditAction, { _id, user, client }: StoredGrant): AuditEntry => ({
  action,
  target: { type: 'agent', id: _id, name: client.name },
  actor: action === 'agent.misuse' ? 'public' : user,
});

/** Stores a grant. @param session in which the user allows it @returns the code that its client exchanges for tokens */
export const createGrant = async (
  service: Service,
  user: StoredDocument,
  session: string | undefined,
  grant: Required<Pick<StoredGrant, 'client' | 'scopes' | 'proof'>>,
): Promise<string> => {
  const [_id, code, startedAt] = [newCode(), newCode(), service.now()];
  const ofProvider = { _id: session ?? '', provider: { $exists: true } };
  const isOfProvider = (await (await sessionCollection(service)).countDocuments(ofProvider)) > 0;
  const stored: StoredGrant = {
    ...{ _id, user: user.documentId, hash: hashCode(code), startedAt, sessionsSince: sessionsSinceOf(user) },
    ...{ endsAt: new Date(startedAt.getTime() + codeSeconds * 1000), ...grant },
    ...(isOfProvider && session !== undefined ? { session } : {}),
  };
  await recordChange(
    service,
    ({ db, options }) => db.collection<StoredGrant>(name).insertOne(stored, options),
    () => entryOf('agent.connect', stored),
  );
  return `${_id}.${code}`;
};

/** The grants of a user that agents may use, the latest first. */
export const findGrants = async (service: Service, user: StoredDocument): Promise<readonly StoredGrant[]> =>
  (await grantsIn(service))
    .find({
      ...{ user: user.documentId, sessionsSince: sessionsSinceOf(user) },
      ...{ endsAt: { $gt: service.now() }, proof: { $exists: false } },
    })
    .sort({ startedAt: -1 })
    .toArray();

/** @returns undefined if the grant has ended, or its user could not continue a session */
export const findGrant = async (service: Service, _id: string) => {
  const endsAt = { $gt: service.now() };
  const grant = await (await grantsIn(service)).findOne({ _id, endsAt });
  const user = grant === null ? undefined : await findByDocumentId(service, grant.user);
  if (grant === null || user === undefined || (await findEndReason(service, user, grant)) !== undefined)
    return undefined;
  if (grant.session === undefined) return { grant, user };
  const filter = { _id: grant.session, endsAt, ended: { $exists: false } };
  const session = await (await sessionCollection(service)).findOne(filter);
  return session === null ? undefined : { grant, user, session };
};

/** Deletes a grant: its tokens end at once. @returns whether there was one */
export const endGrant = async (
  service: Service,
  filter: Filter<StoredGrant>,
  action: 'agent.disconnect' | 'agent.misuse' = 'agent.disconnect',
): Promise<boolean> => {
  const ended = await recordChange(
    service,
    ({ db, options }) => db.collection<StoredGrant>(name).findOneAndDelete(filter, options),
    (grant) => (grant === null ? undefined : entryOf(action, grant)),
  );
  return ended !== null;
};

/** A grant that goes on. */
export interface Continued {
  readonly grant: StoredGrant;
  readonly refreshToken: string;
  /** How long an access token lasts. */
  readonly seconds: number;
}

/**
 * @param exchange returns the code of the next refresh token; undefined for what is wrong, or comes a second time: then the grant ends,
 *   because its code or token is in other hands than those of its client
 */
const continueGrant = async (
  service: Service,
  token: string,
  exchange: (grant: StoredGrant, endsAt: Date) => Promise<string | undefined>,
): Promise<Continued> => {
  const [_id] = parseToken(token);
  const found = await findGrant(service, _id);
  const invalid = oauthError('invalid_grant', 'The code or refresh token is not valid: sign in again');
  if (found === undefined) throw invalid;
  const { grant, user, session } = found;
  if (session !== undefined && !(await recheckSession(service, user, session))) throw invalid;
  const limits = await sessionLimits(service, user);
  const idleEnd = service.now().getTime() + Math.min(limits.idleSeconds, maxIdleSeconds) * 1000;
  const endsAt = new Date(Math.min(idleEnd, grant.startedAt.getTime() + limits.sessionSeconds * 1000));
  const next = await exchange(grant, endsAt);
  if (next === undefined) {
    await endGrant(service, { _id }, 'agent.misuse');
    throw invalid;
  }
  return { grant, refreshToken: `${_id}.${next}`, seconds: Math.min(limits.accessSeconds, accessSeconds) };
};

/** What a client sends with a code. */
type SentProof = Readonly<Record<'client' | 'redirectUri' | 'verifier', string>>;

/** Exchanges the code of a grant, once, for its first tokens. @throws ApiError 400 `invalid_grant` */
export const exchangeCode = (service: Service, sent: string, { client, redirectUri, verifier }: SentProof) =>
  continueGrant(service, sent, async ({ _id, proof, client: { id } }, endsAt) => {
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    if (id !== client || proof?.redirectUri !== redirectUri || proof.challenge !== challenge) return undefined;
    // Not derived from the code: whoever has that alone must not know it.
    const next = newCode();
    const filter = { _id, hash: hashCode(parseToken(sent)[1]), proof };
    const $set = { hash: hashCode(next), usedAt: service.now(), endsAt };
    const { matchedCount } = await (await grantsIn(service)).updateOne(filter, { $set, $unset: { proof: '' } });
    return matchedCount === 0 ? undefined : next;
  });

/** Exchanges a refresh token for the next. @param client its id @throws ApiError 400 `invalid_grant` */
export const refreshGrant = (service: Service, token: string, client: string) =>
  continueGrant(service, token, ({ proof, client: { id } }, endsAt) =>
    proof === undefined && id === client ? exchangeToken(service, name, token, { endsAt }) : Promise.resolve(undefined),
  );
