// Asks Lectern what has changed, for pages that update themselves: all visitors send the same request.
import { settings } from './settings.ts';

/** Every type that pages show. */
const tags = ['article', 'author', 'topic', 'about', 'site'].map((name) => `api::${name}.${name}`);

export interface LiveAnswer {
  readonly data: readonly string[];
  readonly meta: { readonly since: string };
}

/** @param since that of the previous answer; null at first. @returns undefined if Lectern refuses the request */
export const changesSince = async (since: string | null): Promise<LiveAnswer | undefined> => {
  const query = new URLSearchParams({ tags: tags.join(','), since: since ?? '' });
  const answer = await fetch(`${settings.lectern}/api/live?${query.toString()}`, {
    headers: settings.token === undefined ? {} : { authorization: `Bearer ${settings.token}` },
    signal: AbortSignal.timeout(5_000),
  });
  return answer.ok ? ((await answer.json()) as LiveAnswer) : undefined;
};
