// Declares what purges a cache, and sends its HTTP requests.
import { errorMessage } from '../../errors.ts';
import { hostNames } from '../../platform/hostNames.ts';

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

export type PurgeRequest = Readonly<Omit<RequestInit, 'redirect'>>;

/**
 * Sends a purge. It follows no redirect, which could take the key of the cache elsewhere.
 *
 * @throws Error that names the host, for an answer other than 2xx, and if there is none
 */
export const sendPurge = async (url: string, request: PurgeRequest): Promise<void> => {
  const { host } = new URL(url);
  const send = async (): Promise<Response> => {
    await hostNames.requireResolvable(url);
    return fetch(url, { ...request, redirect: 'manual' });
  };
  const answer = send().catch((error: unknown) => {
    const reason = error instanceof Error && error.cause !== undefined ? error.cause : error;
    throw new Error(`${host} did not answer: ${errorMessage(reason)}`, { cause: error });
  });
  const { ok, status, body } = await answer;
  await body?.cancel();
  if (!ok) throw new Error(`${host} answered ${status}`);
};
