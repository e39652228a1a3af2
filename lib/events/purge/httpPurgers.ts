// Purges caches over HTTP: Fastly, Varnish, and any other by a service of the site.
import { sendPurge, type Purger } from './purger.ts';

/** Fastly takes no more keys at once. */
const maxFastlyKeys = 256;

/** @param key the API token of Fastly, with the right to purge the service */
export const fastlyPurger = (service: string, key: string, api: string): Purger => ({
  maxKeys: maxFastlyKeys,
  purge: async (keys, signal) => {
    await sendPurge(`${api}/service/${service}/purge`, {
      ...{ method: 'POST', body: JSON.stringify({ surrogate_keys: keys }), signal },
      headers: { 'Fastly-Key': key, 'Content-Type': 'application/json' },
    });
    return 0;
  },
});

const authorization = (key: string | undefined): Readonly<Record<string, string>> =>
  key === undefined ? {} : { Authorization: `Bearer ${key}` };

/** Sends a request to each address at the same time. @throws the error of the first address that did not accept it */
const sendToAll = async (urls: readonly string[], send: (url: string) => Promise<void>): Promise<number> => {
  const outcomes = await Promise.allSettled(urls.map(send));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  return 0;
};

/** Varnish takes headers of at most 8 kB by default, and a uid or a documentId has about 30 characters. */
const maxVarnishKeys = 100;

export const varnishPurger = (urls: readonly string[], key: string | undefined): Purger => ({
  maxKeys: maxVarnishKeys,
  purge: (keys, signal) =>
    sendToAll(urls, (url) =>
      sendPurge(url, { method: 'PURGE', headers: { ...authorization(key), 'xkey-purge': keys.join(' ') }, signal }),
    ),
});

const maxPostedKeys = 1_000;

export const httpPurger = (urls: readonly string[], key: string | undefined): Purger => ({
  maxKeys: maxPostedKeys,
  purge: (keys, signal) =>
    sendToAll(urls, (url) =>
      sendPurge(url, {
        ...{ method: 'POST', body: JSON.stringify({ keys }), signal },
        headers: { ...authorization(key), 'Content-Type': 'application/json' },
      }),
    ),
});
