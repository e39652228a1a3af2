// Loads a content type of Lectern into a collection. Later builds load only what changed.
import type { Loader } from 'astro/loaders';

interface Options {
  /** The URL of Lectern. */
  readonly url: string;
  /** An API token; without one the public role's content is loaded. */
  readonly token: string | undefined;
  /** The name of the type in its path: `articles`, `site`, `upload/files`. */
  readonly type: string;
  readonly locale: string;
}

type Change =
  | { readonly documentId: string; readonly change: 'changed'; readonly entry: Record<string, unknown> }
  | { readonly documentId: string; readonly change: 'deleted' };

interface Page {
  readonly data: readonly Change[];
  readonly meta: { readonly next: string; readonly hasMore: boolean };
}

/**
 * The ids of the entries are documentIds. Astro keeps the entries and the cursor of the last build in its content store.
 * It empties the store when the collections or its own version change.
 */
export const lecternLoader = ({ url, token, type, locale }: Options): Loader => ({
  name: 'lectern',
  load: async ({ store, meta, parseData, generateDigest, logger }) => {
    const firstPage = new URL('/api/sync', url);
    firstPage.search = new URLSearchParams({ types: type, locale, 'pagination[limit]': '100' }).toString();

    const startAgain = (): void => {
      store.clear();
      meta.delete('next');
      meta.set('firstPage', firstPage.href);
    };
    const readPage = async (): Promise<Page> => {
      const page = new URL(firstPage);
      const next = meta.get('next');
      if (next !== undefined) page.searchParams.set('since', next);
      const response = await fetch(page, token ? { headers: { Authorization: `Bearer ${token}` } } : {});
      // The cursor is too old, or the content types or permissions changed.
      if (response.status === 410 && next !== undefined) {
        startAgain();
        return readPage();
      }
      if (!response.ok)
        throw new Error(`Lectern answered ${response.status} to ${page.pathname}: ${await response.text()}`);
      return (await response.json()) as Page;
    };

    // Entries of another Lectern or locale, or of a first build that failed.
    if (meta.get('firstPage') !== firstPage.href || !meta.has('next')) startAgain();
    let changes = 0;
    for (let hasMore = true; hasMore;) {
      const page = await readPage();
      for (const change of page.data) {
        const id = change.documentId;
        if (change.change === 'deleted') store.delete(id);
        else store.set({ id, data: await parseData({ id, data: change.entry }), digest: generateDigest(change.entry) });
      }
      meta.set('next', page.meta.next);
      changes += page.data.length;
      hasMore = page.meta.hasMore;
    }
    logger.info(`${changes} changes of ${type}, ${store.keys().length} documents`);
  },
});
