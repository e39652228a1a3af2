// Refresh tokens. The tokens of one session form a family: each is valid once and is exchanged for the next.
import { mayHaveSession } from '../../platform/access/index.ts';
import { collections, type StoredDocument } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { findByDocumentId } from './accounts.ts';
import { hashCode, newCode } from './codes.ts';

interface TokenFamily {
  readonly _id: string;
  /** The documentId of the user. */
  readonly user: string;
  /** The hash of the one valid token. */
  readonly hash: string;
  readonly startedAt: Date;
  readonly endsAt: Date;
}

const familyCollection = async ({ database }: Service) =>
  (await database.get()).collection<TokenFamily>(collections.sessions);

/** `<family>.<code>` */
const parseToken = (token: string): readonly [family: string, hash: string] => {
  const [family = '', code = ''] = token.split('.');
  return [family, hashCode(code)];
};

/** @returns the first token of a new family */
export const startFamily = async (service: Service, { documentId: user }: StoredDocument): Promise<string> => {
  const [family, code, startedAt] = [newCode(), newCode(), service.now()];
  const endsAt = new Date(startedAt.getTime() + service.config.auth.sessionSeconds * 1000);
  await (await familyCollection(service)).insertOne({ _id: family, user, hash: hashCode(code), startedAt, endsAt });
  return `${family}.${code}`;
};

/**
 * Whether the session may continue: the user is not blocked, has a confirmed email if that is required, and has not
 * changed the password since the session began.
 */
const mayContinue = (
  { config }: Service,
  user: StoredDocument | undefined,
  { startedAt }: TokenFamily,
): user is StoredDocument => {
  if (user?.published === undefined) return false;
  const { sessionsSince } = user.published;
  if (!mayHaveSession(user.published, config.auth.emailConfirmation)) return false;
  return !(sessionsSince instanceof Date && startedAt < sessionsSince);
};

/**
 * Exchanges a refresh token for the next one.
 *
 * @returns the user and the next token; undefined for an invalid token. A token that was used before ends its family,
 *   because then either its first or its second user stole it
 */
export const rotateToken = async (
  service: Service,
  token: string,
): Promise<{ readonly user: StoredDocument; readonly token: string } | undefined> => {
  const families = await familyCollection(service);
  const [_id, hash] = parseToken(token);
  const code = newCode();
  const family = await families.findOneAndUpdate(
    { _id, hash, endsAt: { $gt: service.now() } },
    { $set: { hash: hashCode(code) } },
  );
  const user = family === null ? undefined : await findByDocumentId(service, family.user);
  if (family !== null && mayContinue(service, user, family)) return { user, token: `${_id}.${code}` };
  await families.deleteOne({ _id });
  return undefined;
};

/**
 * Ends sessions of a user.
 *
 * @param token the token of one session; undefined: all sessions of the user
 */
export const endFamilies = async (service: Service, user: string, token: string | undefined): Promise<void> => {
  const families = await familyCollection(service);
  await families.deleteMany(token === undefined ? { user } : { user, _id: parseToken(token)[0] });
};
