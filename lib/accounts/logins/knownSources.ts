// Stores the sources of a user's logins, devices and networks, as hashes: one row for each user.
import type { Document } from 'mongodb';
import { networkOf, type Request } from '../../api/http/index.ts';
import { dayMs } from '../../platform/dayMs.ts';
import { collections } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { hashOf } from '../../platform/hashOf.ts';

interface KnownSources {
  /** The documentId of the user. */
  readonly _id: string;
  /** Hashes of devices, the last used one last. */
  readonly devices: readonly string[];
  readonly networks: readonly string[];
  /** Whether logins sent a `deviceId`. */
  readonly sendsIds?: boolean;
  /** When an index removes the row. */
  readonly until: Date;
}

/** Where a login comes from: hashes, which differ for each user. */
interface LoginSource {
  readonly device: string;
  readonly network: string;
}

/** More are forgotten, the oldest first: a program may send a new id with each login. */
const maxKnown = 50;
const keptDays = 180;

const sourceCollection = async ({ database }: Service) =>
  (await database.get()).collection<KnownSources>(collections.knownDevices);

/**
 * @param user the documentId
 * @param device what tells the device from others of the user
 */
export const sourceOf = (user: string, { address }: Pick<Request, 'address'>, device: string): LoginSource => ({
  device: hashOf('device', user, device),
  network: hashOf('network', user, networkOf(address)),
});

/** @returns undefined for a user whose logins are not known yet */
export const findKnownSources = async (service: Service, user: string): Promise<KnownSources | undefined> =>
  (await (await sourceCollection(service)).findOne({ _id: user })) ?? undefined;

/** @returns an expression: the list of a field with a value as the last one, once, and of the others the last */
export const withLast = (name: string, value: string, most: number): Document => {
  const others = { $filter: { input: { $ifNull: [`$${name}`, []] }, cond: { $ne: ['$$this', value] } } };
  return { $slice: [{ $concatArrays: [others, [value]] }, -most] };
};

/**
 * Adds what a user has just logged in from.
 *
 * @param hasId whether the login sent a `deviceId`
 * @returns the row before; undefined for the first login
 */
export const addKnownSource = async (
  service: Service,
  user: string,
  { device, network }: LoginSource,
  hasId: boolean,
): Promise<KnownSources | undefined> => {
  const until = new Date(service.now().getTime() + keptDays * dayMs);
  const known = {
    devices: withLast('devices', device, maxKnown),
    networks: withLast('networks', network, maxKnown),
  };
  const update = [{ $set: { ...known, ...(hasId ? { sendsIds: true } : {}), until } }];
  return (
    (await (await sourceCollection(service)).findOneAndUpdate({ _id: user }, update, { upsert: true })) ?? undefined
  );
};
