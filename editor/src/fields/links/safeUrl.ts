// Which addresses a link can have.
import { linkPattern } from '../../../../lib/schema/textPatterns.ts';

const pattern = new RegExp(linkPattern, 'u');

/**
 * Whether the API accepts the address: http, https, ftp, mailto, tel, or a path of the site. No address of a script matches.
 * Text with control characters is refused, because browsers leave some of them out when they read an address.
 */
export const isSafeUrl = (url: unknown): url is string =>
  // eslint-disable-next-line no-control-regex -- what is looked for
  typeof url === 'string' && pattern.test(url) && !/[\u0000-\u001f]/u.test(url);

const isKnown = (url: string): boolean => isSafeUrl(url);

/** Completes what people type as an address: `example.org` and `maud@example.org`. */
export const completeUrl = (text: string): string => {
  const url = text.trim();
  if (url === '' || isKnown(url) || /^[a-z][a-z0-9+.-]*:/iu.test(url)) return url;
  if (/^[^\s/@]+@[^\s/@]+\.[^\s/@]+$/u.test(url)) return `mailto:${url}`;
  return /^[^\s/?#]+\.[^\s/?#]{2,}(?:[/?#].*)?$/u.test(url) ? `https://${url}` : url;
};
