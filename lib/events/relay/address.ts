// Where a webhook may lead: looked at when the connection is made, since a name may lead elsewhere by then.
import { lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPrivate, privateIn } from '../webhooks/index.ts';

const refusal = (host: string, address: string): Error =>
  new Error(
    host === address
      ? `${address} is a private address; webhooks.allowPrivate permits it`
      : `${host} leads to the private address ${address}; webhooks.allowPrivate permits it`,
  );

/**
 * @param host of a URL: a name, or an address, of IPv6 in brackets
 * @throws Error where it is a private address itself: such are not looked up
 */
export const refusePrivate = (host: string): void => {
  const address = privateIn({ hostname: host });
  if (address !== undefined) throw refusal(address, address);
};

/**
 * Looks names up as connections do, and fails where one of the addresses is private.
 *
 * @param resolve all addresses of a name
 */
export const publicLookup =
  (
    resolve: (
      host: string,
      done: (error: Error | null, addresses: readonly LookupAddress[]) => void,
    ) => void = lookupAll,
  ): LookupFunction =>
  (host, options, done) => {
    resolve(host, (error, addresses) => {
      const hidden = addresses.find(({ address }) => isPrivate(address));
      const [first] = addresses;
      if (error !== null) done(error, '');
      else if (hidden !== undefined) done(refusal(host, hidden.address), '');
      else if (first === undefined) done(new Error(`${host} has no address`), '');
      else if (options.all === true) done(null, [...addresses]);
      else done(null, first.address, first.family);
    });
  };

const lookupAll = (host: string, done: (error: Error | null, addresses: readonly LookupAddress[]) => void): void => {
  lookup(host, { all: true }, (error, addresses) => {
    done(error, error === null ? addresses : []);
  });
};
