// Searches Lectern for visitors: their pages send requests to this site only, and the token stays here.
import { settings } from './settings.ts';
import { defaultLocale, locales, rootOf, type Locale } from './words.ts';

/** A result as the page shows it. */
export interface SearchResult {
  readonly title: string;
  readonly url: string;
  /** HTML from Lectern: the text is escaped, and `<mark>` is around each hit. */
  readonly excerpt: string;
}

export interface SearchAnswer {
  readonly status: number;
  readonly body: { readonly total: number; readonly results: readonly SearchResult[] } | { readonly error: string };
}

/** What this site reads of the answer to `GET /api/search`. */
interface Found {
  readonly data: readonly {
    readonly type: string;
    readonly title: string | null;
    readonly excerpt: string;
    readonly entry: { readonly slug: string };
  }[];
  readonly meta: { readonly pagination: { readonly total: number } };
}

/** The types that have pages, with the folder of their pages. */
const folders: Readonly<Record<string, string>> = {
  'api::article.article': 'articles',
  'api::author.author': 'authors',
};

const nothing = { total: 0, results: [] };

const addressOf = (q: string, locale: Locale): string => {
  const query = new URLSearchParams({
    q,
    locale,
    types: Object.values(folders).join(','),
    fields: 'slug',
    'pagination[pageSize]': '10',
  });
  return `${settings.lectern}/api/search?${query.toString()}`;
};

const askLectern = async (q: string, locale: Locale): Promise<SearchAnswer> => {
  const answer = await fetch(addressOf(q, locale), {
    headers: settings.token === undefined ? {} : { authorization: `Bearer ${settings.token}` },
    signal: AbortSignal.timeout(5_000),
  });
  if (!answer.ok) {
    const { error } = (await answer.json()) as { error: { message: string; details: { path?: string } } };
    // A text without words, such as "?".
    if (error.details.path === 'q') return { status: 200, body: nothing };
    console.error(`Lectern refused a search: ${error.message}`);
    return { status: 502, body: { error: `Lectern answered ${answer.status}` } };
  }
  const { data, meta } = (await answer.json()) as Found;
  const results = data.map(({ type, title, excerpt, entry }) => ({
    title: title ?? entry.slug,
    url: `${rootOf(locale)}${folders[type] ?? 'articles'}/${entry.slug}/`,
    excerpt,
  }));
  return { status: 200, body: { total: meta.pagination.total, results } };
};

/** @param query of the request: `q` is the text, `locale` the language */
export const search = async (query: URLSearchParams): Promise<SearchAnswer> => {
  const q = query.get('q') ?? '';
  const locale = locales.find((one) => one === query.get('locale')) ?? defaultLocale;
  if (q.trim() === '') return { status: 200, body: nothing };
  try {
    return await askLectern(q, locale);
  } catch (error) {
    console.error('A search failed:', error);
    return { status: 503, body: { error: 'Lectern cannot be reached' } };
  }
};
