// Checks the URL of a webhook.
import { privateAddressIn } from './privateAddresses.ts';

const maxLength = 2048;

/** `localhost` names always mean this machine (RFC 6761), so they are not resolved. */
const isLocalhost = (host: string): boolean => /(?:^|\.)localhost\.?$/.test(host);

/** Whether the URL itself names a private host. The addresses of other names are checked when the webhook is called. */
const isPrivateUrl = (url: URL): boolean => isLocalhost(url.hostname) || privateAddressIn(url) !== undefined;

/**
 * @param allowPrivate `webhooks.allowPrivate` of the configuration
 * @returns the fault as the end of a sentence that begins with `url`; undefined for a valid URL
 */
export const urlFault = (text: string, allowPrivate: boolean): string | undefined => {
  if (text.length > maxLength) return `must be at most ${maxLength} characters`;
  const url = /^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) return 'must be a valid URL that begins with https:// or http://';
  if (url.username !== '' || url.password !== '')
    return 'must have no user and password, which logs would show: write them as an Authorization header';
  if (url.hash !== '') return 'must have no fragment (#…): it is not sent';
  if (!allowPrivate && isPrivateUrl(url))
    return 'must not lead to a private address unless webhooks.allowPrivate is configured';
  return undefined;
};
