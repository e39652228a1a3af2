// Addresses that no webhook may lead to, unless the configuration says so: those of this machine and of networks that the
// internet does not reach, where what answers trusts whoever asks.
import { BlockList, isIP, isIPv6 } from 'node:net';

/** IANA's registries of special-purpose addresses, and what is no unicast. */
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

const special = new BlockList();
for (const [network, prefix] of subnets) special.addSubnet(network, prefix, familyOf(network));

/** @param address of IPv4 or IPv6, without brackets; an IPv4 address that is written as one of IPv6 is what it stands for */
export const isPrivate = (address: string): boolean => special.check(address.replace(/%.*/s, ''), familyOf(address));

/** @returns the address that a URL's host is, where that is a private one; names are not looked up */
export const privateIn = ({ hostname }: Pick<URL, 'hostname'>): string | undefined => {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) !== 0 && isPrivate(address) ? address : undefined;
};
