// Keeps webhook calls away from private addresses. The check runs when the connection is made, because a name may
// resolve to another address by then.
import { lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPrivateAddress, privateAddressIn } from '../webhooks/index.ts';

const privateAddressError = (host: string, address: string): Error =>
  new Error(
    host === address
      ? `${address} is a private address; webhooks.allowPrivate permits it`
      : `${host} leads to the private address ${address}; webhooks.allowPrivate permits it`,
  );

/**
 * Rejects a host that is a private IP address. Names are not resolved here.
 *
 * @param host the host of a URL: a name or an IP address; an IPv6 address in brackets
 * @throws Error for a private IP address
 */
export const refusePrivate = (host: string): void => {
  const address = privateAddressIn({ hostname: host });
  if (address !== undefined) throw privateAddressError(address, address);
};

/**
 * Makes the `lookup` option of an HTTP request: it resolves a name and fails if any of its addresses is private.
 *
 * @param resolve returns all addresses of a name
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
      const privateAddress = addresses.find(({ address }) => isPrivateAddress(address));
      const [first] = addresses;
      if (error !== null) done(error, '');
      else if (privateAddress !== undefined) done(privateAddressError(host, privateAddress.address), '');
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
