// Where a request comes from. Whoever sends one can write anything into X-Forwarded-For: only what trusted proxies add counts.

/** As a socket of both families writes an address of the old one. */
const mapped = /^::ffff:(?=\d+\.)/i;

/**
 * @param source whom the gateway, or the server, was asked by
 * @param forwarded the X-Forwarded-For header: each proxy adds whom it was asked by, and so do API Gateway and the server
 * @param trustedProxies how many of the last ones to ask are proxies that are believed
 * @returns whom the first of these was asked by; the first that is named where they are fewer
 */
export const addressOf = (source: string, forwarded: string | undefined, trustedProxies: number): string => {
  const named = trustedProxies === 0 || forwarded === undefined ? [] : forwarded.split(',').map((one) => one.trim());
  const all = named.at(-1) === source ? named : [...named, source];
  return (all.at(-1 - trustedProxies) ?? all[0] ?? source).replace(mapped, '');
};
