// Recognizes private IP addresses: those of this machine and of networks that the internet does not reach. Webhooks
// may not call them unless the configuration allows it, because services there often trust every caller.
import { BlockList, isIP, isIPv6 } from 'node:net';

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

const specialAddresses = new BlockList();
for (const [network, prefix] of subnets) specialAddresses.addSubnet(network, prefix, familyOf(network));

/** @param address IPv4 or IPv6, without brackets; an IPv4-mapped IPv6 address counts as its IPv4 address */
export const isPrivateAddress = (address: string): boolean =>
  specialAddresses.check(address.replace(/%.*/s, ''), familyOf(address));

/** @returns the host of a URL if it is a private IP address. Names are not resolved. */
export const privateAddressIn = ({ hostname }: Pick<URL, 'hostname'>): string | undefined => {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) !== 0 && isPrivateAddress(address) ? address : undefined;
};
