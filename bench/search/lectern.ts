// Lectern's search, through its API.
import { setTimeout } from 'node:timers/promises';
import { collections } from '../../lib/platform/db/index.ts';
import type { ProductSite } from '../site.ts';
import { resultsPerSearch, type Engine } from './engine.ts';
import { indexOf } from './entries.ts';

/** The part of an answer that this benchmark reads. */
interface Answer {
  readonly data: readonly { readonly documentId: string }[];
}

const encode = (parameters: Readonly<Record<string, string>>): string => new URLSearchParams(parameters).toString();

/** The path of a search for the first results. */
export const searchPath = (text: string, locale: string, count = resultsPerSearch): string =>
  `/api/search?${encode({ q: text, locale, 'pagination[pageSize]': String(count) })}`;

export const openLectern = ({ get }: ProductSite): Engine => ({
  title: 'Lectern',
  search: async ({ text, locale }) => {
    const { data } = (await get(searchPath(text, locale))) as Answer; // the API's shape
    return data.map(({ documentId }) => indexOf(documentId));
  },
});

const pollMs = 250;

/** Adds German to the locales of a site. @throws Error if the site refuses it */
export const addGerman = async ({ product, token }: ProductSite): Promise<void> => {
  const response = await fetch(`${product.url}/api/i18n/locales`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ code: 'de', name: 'German' }),
  });
  if (!response.ok) throw new Error(`The site answers ${response.status} to a new locale: ${await response.text()}`);
};

/** Waits until the published entries of these locales can be searched, and no index is being built. */
export const waitForIndex = async ({ db }: ProductSite, locales: readonly string[]): Promise<void> => {
  const indexes = db.collection(collections.searchIndexes);
  const published = { type: 'api::entry.entry', status: 'published', locale: { $in: [...locales] }, state: 'used' };
  const isBuilt = async (): Promise<boolean> =>
    (await indexes.countDocuments(published)) === locales.length &&
    (await indexes.countDocuments({ state: 'building' })) === 0;
  while (!(await isBuilt())) await setTimeout(pollMs);
};

/** The bytes on disk of the search's collections, with their indexes. */
export const measureIndexBytes = async ({ db }: ProductSite): Promise<number> => {
  // The sizes are those of the last checkpoint.
  await db.admin().command({ fsync: 1 });
  const { searchIndexes, searchDocuments, searchPostings, searchWords } = collections;
  let bytes = 0;
  for (const name of [searchIndexes, searchDocuments, searchPostings, searchWords]) {
    const [stats] = await db
      .collection(name)
      .aggregate<{ readonly storageStats: { readonly totalSize: number } }>([{ $collStats: { storageStats: {} } }])
      .toArray();
    bytes += stats?.storageStats.totalSize ?? 0;
  }
  return bytes;
};
