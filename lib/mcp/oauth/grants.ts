// What users allow their agents: sessions that begin with a code, and whose tokens only `/mcp` takes.
import { createHash } from 'node:crypto';
import { hashCode, newCode } from '../../accounts/codes.ts';
import {
  createSession,
  deleteSession,
  exchangeToken,
  findEndReason,
  findSession,
  parseToken,
  sessionIdOf,
  sessionLimits,
  type StoredSession,
} from '../../accounts/sessions/index.ts';
import { recheckSession } from '../../accounts/signIn/index.ts';
import { findByDocumentId } from '../../accounts/users/index.ts';
import { recordAction } from '../../platform/audit/index.ts';
import { collections, type StoredDocument } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { oauthError } from './protocol.ts';

/** The session of an agent. */
type AgentGrant = StoredSession & Required<Pick<StoredSession, 'agent'>>;

const [codeSeconds, accessSeconds] = [600, 600];

/** A grant that no agent uses ends. It also ends as a session of the role would. */
const maxIdleMs = 14 * 86_400_000;

const grantsIn = async ({ database }: Service) => (await database.get()).collection<AgentGrant>(collections.sessions);

/** Stores a grant. @param session in which the user allows it @returns the code that its client exchanges for tokens */
export const createGrant = async (
  service: Service,
  user: StoredDocument,
  session: string | undefined,
  access: Required<Pick<AgentGrant['agent'], 'client' | 'scopes' | 'proof'>>,
): Promise<string> => {
  const { documentId } = user;
  const allowedIn = session === undefined ? undefined : await findSession(service, documentId, session);
  const agent = { ...access, ...(allowedIn?.provider === undefined ? {} : { session: allowedIn._id }) };
  const code = await createSession(service, user, {}, { agent, maxSeconds: codeSeconds });
  // Nobody knows the code before.
  const target = { type: 'agent', id: code.session, name: access.client.name };
  await recordAction(service, { action: 'agent.connect', target });
  return code.token;
};

/** @returns undefined if the grant has ended, or its user could not continue a session */
export const findGrant = async (service: Service, _id: string) => {
  const filter = { _id, agent: { $exists: true }, endsAt: { $gt: service.now() } };
  const grant = await (await grantsIn(service)).findOne(filter);
  const user = grant === null ? undefined : await findByDocumentId(service, grant.user);
  if (grant === null || user === undefined || (await findEndReason(service, user, grant)) !== undefined)
    return undefined;
  if (grant.agent.session === undefined) return { grant, user };
  const session = await findSession(service, grant.user, grant.agent.session);
  return session === undefined ? undefined : { grant, user, session };
};

/** What a client sends with a code. */
type SentProof = Readonly<Record<'redirectUri' | 'verifier', string>>;

/** @returns the code of the first refresh token; undefined for a code that is wrong, comes a second time, or with another proof */
const exchangeCode = async (service: Service, token: string, { redirectUri, verifier }: SentProof, endsAt: Date) => {
  const [_id, code] = parseToken(token);
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const proof = { 'agent.proof.redirectUri': redirectUri, 'agent.proof.challenge': challenge };
  // Not derived from the code: whoever has that alone must not know it.
  const next = newCode();
  const change = {
    $set: { hash: hashCode(next), usedAt: service.now(), endsAt },
    $unset: { 'agent.proof': '' },
  } as const;
  const { matchedCount } = await (await grantsIn(service)).updateOne({ _id, hash: hashCode(code), ...proof }, change);
  return matchedCount === 0 ? undefined : next;
};

/**
 * Exchanges a code or a refresh token for the next refresh token. One that is wrong, or comes a second time, ends the grant: it is in
 * other hands than those of its client.
 *
 * @param client its id
 * @param proof of a code
 * @returns `seconds`: how long an access token lasts
 * @throws ApiError 400 `invalid_grant`
 */
export const continueGrant = async (service: Service, token: string, client: string, proof: SentProof | undefined) => {
  const _id = sessionIdOf(token);
  const found = await findGrant(service, _id);
  const invalid = oauthError('invalid_grant', 'The code or refresh token is not valid: sign in again');
  if (found === undefined) throw invalid;
  const { grant, user, session } = found;
  if (session !== undefined && !(await recheckSession(service, user, session))) throw invalid;
  const endsAt = new Date(service.now().getTime() + maxIdleMs);
  const isOwn = grant.agent.client.id === client && (grant.agent.proof === undefined) === (proof === undefined);
  const exchange = () =>
    proof === undefined ? exchangeToken(service, token, { endsAt }) : exchangeCode(service, token, proof, endsAt);
  const next = isOwn ? await exchange() : undefined;
  if (next === undefined) {
    await deleteSession(service, { _id }, { action: 'agent.misuse', actor: 'public' });
    throw invalid;
  }
  const limits = await sessionLimits(service, user);
  return { grant, refreshToken: `${_id}.${next}`, seconds: Math.min(limits.accessSeconds, accessSeconds) };
};

/** A grant that goes on. */
export type ContinuedGrant = Awaited<ReturnType<typeof continueGrant>>;
