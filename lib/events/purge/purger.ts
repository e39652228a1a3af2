// Declares what purges a cache, and sends its HTTP requests.

/** Purges one cache. */
export interface Purger {
  /** The most keys of one request. */
  readonly maxKeys: number;
  /**
   * Purges the answers that name one of the keys. It may purge others too.
   *
   * @param signal aborts the request
   * @returns how many paths the cache bills for
   * @throws Error if the cache did not accept all of them; it may have purged some
   */
  readonly purge: (keys: readonly string[], signal: AbortSignal) => Promise<number>;
}

/** The cache answered a purge, but not with 2xx. */
export class PurgeRefused extends Error {}

export type PurgeRequest = Readonly<Omit<RequestInit, 'redirect'>>;

/**
 * Sends a purge. It follows no redirect, which could take the key of the cache elsewhere.
 *
 * @throws PurgeRefused for an answer other than 2xx; what `fetch` throws if there is none
 */
export const sendPurge = async (url: string, request: PurgeRequest): Promise<void> => {
  const { ok, status, body } = await fetch(url, { ...request, redirect: 'manual' });
  await body?.cancel();
  if (!ok) throw new PurgeRefused(`${new URL(url).host} answered ${status}`);
};
