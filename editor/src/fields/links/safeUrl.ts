// Which addresses a link can have.
import { linkPattern } from '../../../../lib/schema/textPatterns.ts';

const pattern = new RegExp(linkPattern, 'u');

/**
 * Whether the API accepts the address: http, https, ftp, mailto, tel, a path of the site, or a part of the
 * page. No address of a script matches.
 * Text with control characters is refused, because browsers leave some of them out when they read an address.
 */
export const isSafeUrl = (url: unknown): url is string =>
  // eslint-disable-next-line no-control-regex -- what is looked for
  typeof url === 'string' && pattern.test(url) && !/[\u0000-\u001f]/u.test(url);

/** The same, where TypeScript must not take every other text for none. */
const isKnown = (url: string): boolean => isSafeUrl(url);

/** Whether a text is one address of a site or a mail, and nothing else. */
export const isAddress = (text: string): boolean => /^(?:https?|mailto):\S+$/iu.test(text) && isSafeUrl(text);

/** `example.org` or `example.org:8080`, before a path. */
const host = /^[^\s/?#:]+\.[^\s/?#:]{2,}(?::\d+)?(?:[/?#].*)?$/u;

/** Completes what people type as an address: `example.org`, `//example.org` and `maud@example.org`. */
export const completeUrl = (text: string): string => {
  const url = text.trim();
  // The address of another site, and no path of this one.
  if (url.startsWith('//')) return `https:${url}`;
  if (isKnown(url)) return url;
  if (/^[^\s/@:]+@[^\s/@]+\.[^\s/@]+$/u.test(url)) return `mailto:${url}`;
  return host.test(url) ? `https://${url}` : url;
};
