// Asks Lectern what has changed, for pages that update themselves: all visitors send the same request.
import { settings } from './settings.ts';

/** Every type that pages show. */
const tags = ['article', 'author', 'topic', 'about', 'site'].map((name) => `api::${name}.${name}`);

export interface LiveAnswer {
  readonly data: readonly string[];
  readonly meta: { readonly since: string };
}

export interface LiveResponse {
  readonly status: number;
  readonly body: LiveAnswer | { readonly error: string };
}

/** The form of `meta.since`, so that visitors cannot make Lectern answer other requests. */
const sinceForm = /^(?:\d{1,11}(?:\.[\w-]{0,6})*)?$/;

/** @param since that of the previous answer; empty at first */
export const findChanges = async (since: string): Promise<LiveResponse> => {
  if (since.length > 200 || !sinceForm.test(since)) return { status: 400, body: { error: 'since is invalid' } };
  const query = new URLSearchParams({ tags: tags.join(','), since });
  try {
    const answer = await fetch(`${settings.lectern}/api/live?${query.toString()}`, {
      headers: settings.token === undefined ? {} : { authorization: `Bearer ${settings.token}` },
      signal: AbortSignal.timeout(5_000),
    });
    if (answer.ok) return { status: 200, body: (await answer.json()) as LiveAnswer };
    return { status: answer.status === 400 ? 400 : 502, body: { error: `Lectern answered ${answer.status}` } };
  } catch {
    return { status: 503, body: { error: 'Lectern cannot be reached' } };
  }
};
