// Where a webhook may lead.
import { privateIn } from './private.ts';

const maxLength = 2048;

/** Of this machine, whatever a name server says (RFC 6761). */
const isLocalhost = (host: string): boolean => /(?:^|\.)localhost\.?$/.test(host);

/** What its URL says of it; which address a name has is asked when it is called. */
const leadsInside = (url: URL): boolean => isLocalhost(url.hostname) || privateIn(url) !== undefined;

/**
 * @param allowPrivate `webhooks.allowPrivate` of the configuration
 * @returns what the URL must be and is not, to be told behind `url `; undefined for one that a webhook may have
 */
export const urlFault = (given: string, allowPrivate: boolean): string | undefined => {
  if (given.length > maxLength) return `must be at most ${maxLength} characters`;
  const url = /^https?:\/\/[^\s\p{Cc}]+$/iu.test(given) && URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined) return 'must be a valid URL that begins with https:// or http://';
  if (url.username !== '' || url.password !== '')
    return 'must have no user and password, which logs would show: write them as an Authorization header';
  if (url.hash !== '') return 'must have no fragment (#…): it is not sent';
  if (!allowPrivate && leadsInside(url))
    return 'must not lead to a private address unless webhooks.allowPrivate is configured';
  return undefined;
};
