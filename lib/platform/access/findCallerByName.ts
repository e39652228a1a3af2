// Finds a caller by the name that stored work has of it (`writerOf`), with the rights that the caller has at this moment.
import type { Config } from '../config/index.ts';
import { collections, livingFilter, type Database, type Link, type StoredDocument } from '../db/index.ts';
import { builtInUids, typeOf, type Schema } from '../../schema/index.ts';
import type { Access } from './access.ts';
import { administrator, type Caller } from './caller.ts';
import { Roles } from './rolePermissions.ts';
import { callerWithRole, mayHaveSession } from './sessions.ts';
import { callerWithToken, isExpired, tokenIdOf, type StoredToken } from './tokens.ts';

/** What a search needs. A service has it. */
export interface CallerSource {
  readonly access: Access;
  readonly config: Pick<Config, 'auth'>;
  readonly database: Database;
  readonly schema: Schema;
  readonly now: () => Date;
}

const findToken = async ({ database, schema, now }: CallerSource, id: number): Promise<Caller | undefined> => {
  const stored = await (await database.get()).collection<StoredToken>(collections.tokens).findOne({ _id: id });
  return stored === null || isExpired(stored.expiresAt, now()) ? undefined : callerWithToken(schema, stored);
};

const findUser = async (
  { database, schema, config, now }: CallerSource,
  documentId: string,
): Promise<Caller | undefined> => {
  const { collectionName } = typeOf(schema, builtInUids.user);
  const users = (await database.get()).collection<StoredDocument>(collectionName);
  const found = await users.findOne({ documentId, ...livingFilter });
  if (found?.published === undefined || !mayHaveSession(found.published, config.auth.emailConfirmation))
    return undefined;
  const role = (found.published.role as Link | null | undefined)?.to; // lib/accounts writes nothing else
  // Roles of its own: those of the service remember each for ten seconds.
  return callerWithRole(new Roles(database.get, schema, now), { documentId, role });
};

/** The name of callers without credentials. */
export const publicName = 'public';

const findPublic = async ({ database, schema, now }: CallerSource): Promise<Caller> => {
  const { permissions, view } = await new Roles(database.get, schema, now).findPublic();
  return { id: 'public', kind: 'public', allowed: permissions, view };
};

const findNamed = (source: CallerSource, name: string | null): Promise<Caller | undefined> => {
  if (name === null) return Promise.resolve(administrator);
  if (name === publicName) return findPublic(source);
  const token = tokenIdOf(name);
  return token === undefined ? findUser(source, name) : findToken(source, token);
};

/**
 * @param name the documentId of a user, `token 3` or `public`; null: the command line
 * @returns the caller, restricted by project code; undefined: the user or token does not exist any more, or may not log in
 */
export const findCallerByName = async (source: CallerSource, name: string | null): Promise<Caller | undefined> => {
  const found = await findNamed(source, name);
  const { restrict } = source.access;
  return found === undefined || restrict === undefined ? found : restrict(found);
};
