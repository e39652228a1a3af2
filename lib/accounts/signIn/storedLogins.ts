// Stores the logins that came back from a provider, until the page that began them redeems them: once, within a minute.
import type { Collection } from 'mongodb';
import { collections, isDuplicateKey, type StoredDocument } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { hashCode, newCode } from '../codes.ts';
import { sessionsSinceOf, type FoundUser, type ProviderSession } from '../sessions/index.ts';
import type { Flow } from './flow.ts';

/** A flow that came back, and the login of an editor that it is. */
interface StoredFlow {
  /** The id of the flow, or of a logout token, which has nothing else. */
  readonly _id: string;
  /** The documentId of the user, until the editor redeems the login. */
  readonly user?: string;
  readonly session?: ProviderSession;
  /** That of the user. */
  readonly sessionsSince?: Date;
  readonly redeemableUntil?: Date;
  /** When an index removes the row: not before its state is too old. */
  readonly until: Date;
}

/** The login of a member. */
interface StoredToken {
  /** The hash of the token. */
  readonly _id: string;
  /** The documentId. */
  readonly user: string;
  /** Of the provider. */
  readonly path: string;
  readonly challenge?: string | undefined;
  /** That of the user. */
  readonly sessionsSince?: Date;
  readonly until: Date;
}

interface EditorLogin extends Required<Pick<StoredFlow, 'user' | 'session'>>, Pick<StoredFlow, 'sessionsSince'> {}

interface MemberLogin extends Pick<StoredToken, 'user' | 'challenge'> {
  readonly found: FoundUser;
}

/** A page redeems a login as soon as it is loaded. */
const redeemableMs = 60_000;

const redeemableUntil = ({ now }: Service): Date => new Date(now().getTime() + redeemableMs);

const loginCollection = async <Row extends StoredFlow | StoredToken>({ database }: Service): Promise<Collection<Row>> =>
  (await database.get()).collection<Row>(collections.providerLogins, { ignoreUndefined: true });

/** Notes that a state, or a logout token, came. @returns false if it did before */
export const useOnce = async (service: Service, { id, until }: Pick<Flow, 'id' | 'until'>): Promise<boolean> => {
  try {
    await (await loginCollection<StoredFlow>(service)).insertOne({ _id: id, until });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
};

/** @param id of a logout token */
export const wasUsed = async (service: Service, id: string): Promise<boolean> =>
  (await (await loginCollection<StoredFlow>(service)).findOne({ _id: id })) !== null;

export const storeEditorLogin = async (service: Service, { id }: Flow, login: EditorLogin): Promise<void> => {
  const logins = await loginCollection<StoredFlow>(service);
  await logins.updateOne({ _id: id }, { $set: { ...login, redeemableUntil: redeemableUntil(service) } });
};

const withoutLogin = { $unset: { user: true, session: true, sessionsSince: true, redeemableUntil: true } } as const;

/** @returns undefined if the login was taken before, or is older than a minute */
export const takeEditorLogin = async (service: Service, { id }: Flow): Promise<EditorLogin | undefined> => {
  const logins = await loginCollection<StoredFlow>(service);
  const found = await logins.findOneAndUpdate({ _id: id, redeemableUntil: { $gt: service.now() } }, withoutLogin);
  const { user, session, sessionsSince } = found ?? {};
  if (user === undefined || session === undefined) return undefined;
  return { user, session, ...(sessionsSince === undefined ? {} : { sessionsSince }) };
};

/** Withdraws logins of editors that are not redeemed yet. @param named what their sessions at the provider have */
export const withdrawLogins = async (service: Service, named: object): Promise<void> => {
  const filter = Object.fromEntries(Object.entries(named).map(([name, value]) => [`session.${name}`, value]));
  await (await loginCollection<StoredFlow>(service)).updateMany(filter, withoutLogin);
};

/** @returns the token that redeems the login */
export const storeMemberLogin = async (
  service: Service,
  { path, challenge }: Pick<Flow, 'path' | 'challenge'>,
  user: StoredDocument,
): Promise<string> => {
  const token = newCode();
  const [sessionsSince, until] = [sessionsSinceOf(user), redeemableUntil(service)];
  const row = { _id: hashCode(token), user: user.documentId, path, challenge, sessionsSince, until };
  await (await loginCollection<StoredToken>(service)).insertOne(row);
  return token;
};

/** @returns undefined if the token was taken before, is older than a minute, or is of another provider */
export const takeMemberLogin = async (
  service: Service,
  path: string,
  token: string,
): Promise<MemberLogin | undefined> => {
  const tokens = await loginCollection<StoredToken>(service);
  const found = await tokens.findOneAndDelete({ _id: hashCode(token), path, until: { $gt: service.now() } });
  if (found === null) return undefined;
  const { user, challenge, sessionsSince, until } = found;
  return { user, challenge, found: { at: new Date(until.getTime() - redeemableMs), sessionsSince } };
};
