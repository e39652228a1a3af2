// Who an address belongs to, as far as it shows.
import { isIPv6 } from 'node:net';

const groups = (text: string): readonly string[] => (text === '' ? [] : text.split(':'));

/** @returns of an IPv6 address the first half: one subscriber has all that begin with it; any other as it is */
export const networkOf = (address: string): string => {
  if (!isIPv6(address)) return address;
  // As URLs write it: without leading zeros, and nothing but groups.
  const [left = '', right = ''] = new URL(`http://[${address.replace(/%.*/s, '')}]`).hostname.slice(1, -1).split('::');
  const [before, after] = [groups(left), groups(right)];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
};
