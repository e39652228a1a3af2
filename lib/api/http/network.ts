// Finds the network that an IP address belongs to.
import { isIPv6 } from 'node:net';

const groups = (text: string): readonly string[] => (text === '' ? [] : text.split(':'));

/**
 * @returns the first half of an IPv6 address, because one subscriber has all addresses that begin with it; an IPv4
 *   address unchanged
 */
export const networkOf = (address: string): string => {
  if (!isIPv6(address)) return address;
  // The form of URLs: without leading zeros and IPv4 notation.
  const [left = '', right = ''] = new URL(`http://[${address.replace(/%.*/s, '')}]`).hostname.slice(1, -1).split('::');
  const [before, after] = [groups(left), groups(right)];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
};
