// Finds the IP address that a request comes from, and its network. Any client can send `X-Forwarded-For`, so only
// entries that trusted proxies add count.
import { isIPv6 } from 'node:net';

/** Prefix of an IPv4 address as a dual-stack socket writes it. */
const mappedPrefix = /^::ffff:(?=\d+\.)/i;

/** What some proxies add: the port, which each connection has anew, and the brackets of an IPv6 address before it. */
const portAndBrackets = /^\[|\](?::\d{1,5})?$|(?<=\.\d{1,3}):\d{1,5}$/g;

/**
 * @param source the address that connected to the gateway or the server
 * @param forwarded the `X-Forwarded-For` header: each proxy, API Gateway and the server append the address that
 *   connected to them
 * @param trustedProxies how many of the last hops are trusted proxies
 * @returns the address that connected to the first trusted proxy; the first known address if there are fewer hops
 */
export const clientAddress = (source: string, forwarded: string | undefined, trustedProxies: number): string => {
  const forwardedAddresses =
    trustedProxies === 0 || forwarded === undefined ? [] : forwarded.split(',').map((one) => one.trim());
  const hops = forwardedAddresses.at(-1) === source ? forwardedAddresses : [...forwardedAddresses, source];
  return (hops.at(-1 - trustedProxies) ?? hops[0] ?? source).replace(portAndBrackets, '').replace(mappedPrefix, '');
};

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
