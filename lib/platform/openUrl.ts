// Requests URLs that others choose: each over a connection of its own, and never at a private address unless a setting permits it.
import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { lookupFor, refusePrivate } from './publicHosts.ts';

interface UrlRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly allowPrivate: boolean;
  /** The name of the setting that permits private addresses. */
  readonly setting: string;
  readonly signal: AbortSignal;
}

/** @returns the request, which is not sent yet @throws Error for a private address */
export const requestUrl = (
  url: URL,
  { allowPrivate, setting, ...options }: UrlRequest,
  onAnswer: (answer: IncomingMessage) => void,
): ClientRequest => {
  if (!allowPrivate) refusePrivate(url.hostname, setting);
  const { request } = url.protocol === 'https:' ? https : http;
  return request(url, { ...options, agent: false, lookup: lookupFor(allowPrivate, setting) }, onAnswer);
};

/** Gets what is at a URL. Redirects are not followed. */
export const openUrl = (url: URL, options: UrlRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = { 'user-agent': 'Lectern', 'accept-encoding': 'identity', ...options.headers };
    requestUrl(url, { ...options, headers }, resolve)
      .on('error', reject)
      .end();
  });
