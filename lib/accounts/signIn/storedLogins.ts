// Stores that a login by a provider came back, once, and what the editor then gets for it.
import { collections, isDuplicateKey } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import type { ProviderSession } from '../users/index.ts';
import type { Flow } from './flow.ts';

interface StoredLogin {
  /** The id of the flow, or of a logout token, which has nothing else. */
  readonly _id: string;
  /** The documentId of the user who is logged in, until the editor asks for the session. */
  readonly user?: string;
  readonly session?: ProviderSession;
  readonly redeemableUntil?: Date;
  /** When an index removes the row: not before its state is too old. */
  readonly until: Date;
}

export interface FinishedLogin {
  readonly user: string;
  readonly session: ProviderSession;
}

/** The editor asks as soon as it is loaded. */
const redeemableMs = 60_000;

const loginCollection = async ({ database }: Service) =>
  (await database.get()).collection<StoredLogin>(collections.providerLogins);

/** Notes that a state, or a logout token, came. @returns false if it did before */
export const useOnce = async (service: Service, { id, until }: Pick<Flow, 'id' | 'until'>): Promise<boolean> => {
  try {
    await (await loginCollection(service)).insertOne({ _id: id, until });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
};

/** Keeps who is logged in for the editor. */
export const finishLogin = async (service: Service, { id }: Flow, login: FinishedLogin): Promise<void> => {
  const redeemableUntil = new Date(service.now().getTime() + redeemableMs);
  await (await loginCollection(service)).updateOne({ _id: id }, { $set: { ...login, redeemableUntil } });
};

/** @returns who is logged in, once; undefined after that, and after a minute */
export const redeemLogin = async (service: Service, { id }: Flow): Promise<FinishedLogin | undefined> => {
  const logins = await loginCollection(service);
  const found = await logins.findOneAndUpdate(
    { _id: id, redeemableUntil: { $gt: service.now() } },
    { $unset: { user: true, session: true, redeemableUntil: true } },
  );
  const { user, session } = found ?? {};
  return user === undefined || session === undefined ? undefined : { user, session };
};

/** Ends logins that came back and have not become sessions. @param named what all of them have */
export const withdrawLogins = async (service: Service, named: object): Promise<void> => {
  const filter = Object.fromEntries(Object.entries(named).map(([name, value]) => [`session.${name}`, value]));
  const logins = await loginCollection(service);
  await logins.updateMany(filter, { $unset: { user: true, session: true, redeemableUntil: true } });
};
