// Calls of URLs that others choose must not lead to private addresses: those of this machine and of networks that the
// internet does not reach, where services often trust every caller.
import type { LookupAddress } from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';
import { lookupWith, receiverNames } from './hostNames.ts';

/** Address ranges from IANA's special-purpose registries, and those that are not unicast. */
const subnets = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const;

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');

let specialAddresses: BlockList | undefined;

const listSpecialAddresses = (): BlockList => {
  const list = new BlockList();
  for (const [network, prefix] of subnets) list.addSubnet(network, prefix, familyOf(network));
  return list;
};

/** @param address IPv4 or IPv6, without brackets; an IPv4-mapped IPv6 address counts as its IPv4 address */
export const isPrivateAddress = (address: string): boolean =>
  (specialAddresses ??= listSpecialAddresses()).check(address.replace(/%.*/s, ''), familyOf(address));

/** @returns the host of a URL if it is a private IP address. Names are not resolved. */
const privateAddressIn = ({ hostname }: Pick<URL, 'hostname'>): string | undefined => {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) !== 0 && isPrivateAddress(address) ? address : undefined;
};

/** The address of a name is not in the message: whoever chose the URL does not learn it. */
const privateAddressError = (host: string, setting: string): Error =>
  new Error(`${host} is or leads to a private address; ${setting} permits it`);

/**
 * Rejects a host that is a private IP address. Names are not resolved here.
 *
 * @param host the host of a URL: a name or an IP address; an IPv6 address in brackets
 * @param setting the name of the one that permits private addresses
 * @throws Error for a private IP address
 */
export const refusePrivate = (host: string, setting: string): void => {
  const address = privateAddressIn({ hostname: host });
  if (address !== undefined) throw privateAddressError(address, setting);
};

/**
 * Resolves a name, and fails if any of its addresses is private. The request connects to one of the addresses that it returns.
 *
 * @throws Error as `HostNames.find`, and for a private address
 */
export const findPublic = async (
  host: string,
  setting: string,
  names = receiverNames,
): Promise<readonly LookupAddress[]> => {
  const addresses = await names.find(host);
  if (addresses.some(({ address }) => isPrivateAddress(address))) throw privateAddressError(host, setting);
  return addresses;
};

/** @returns the `lookup` of a request, which checks the address that it connects to unless private ones are allowed */
export const lookupFor = (allowPrivate: boolean, setting: string): LookupFunction =>
  lookupWith((host) => (allowPrivate ? receiverNames.find(host) : findPublic(host, setting)));

const maxLength = 2048;

/** `localhost` names always mean this machine (RFC 6761), so they are not resolved. */
const isLocalhost = (host: string): boolean => /(?:^|\.)localhost\.?$/.test(host);

/** Whether the URL itself names a private host. The addresses of other names are checked when it is called. */
const isPrivateUrl = (url: URL): boolean => isLocalhost(url.hostname) || privateAddressIn(url) !== undefined;

/**
 * @param allowPrivate the value of the setting
 * @returns the fault as the end of a sentence that begins with `url`; undefined for a valid URL
 */
export const urlFault = (text: string, allowPrivate: boolean, setting: string): string | undefined => {
  if (text.length > maxLength) return `must be at most ${maxLength} characters`;
  const url = /^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) return 'must be a valid URL that begins with https:// or http://';
  if (url.username !== '' || url.password !== '')
    return 'must have no user and password, which logs would show: write them as an Authorization header';
  if (url.hash !== '') return 'must have no fragment (#…): it is not sent';
  if (!allowPrivate && isPrivateUrl(url)) return `must not lead to a private address unless ${setting} is configured`;
  return undefined;
};
