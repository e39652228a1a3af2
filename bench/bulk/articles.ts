// Makes the articles of the bulk benchmark: as stored documents, and as the bodies of bulk requests.
import type { StoredDocument } from '../../lib/platform/db/index.ts';
import { defaultConfig } from '../../lib/platform/config/index.ts';
import { article, articleInput } from '../data/documents.ts';

/** The most entries of a request. */
export const maxEntries = 500;

/** An article with a draft and a published version, as the product stores it for a create. */
export const publishedArticle = (index: number): StoredDocument => {
  const { draft, ...stored } = article(index);
  if (draft === undefined) throw new Error('every article has a draft');
  return { ...stored, draft, published: { ...draft, id: index * 2 + 2, publishedAt: draft.createdAt } };
};

export interface BulkRequest {
  readonly body: string;
  readonly entries: number;
}

/** The requests that create the articles: each has as many entries as are allowed, or as fit into a body. */
export function* bulkRequests(count: number, mostEntries: number): Generator<BulkRequest> {
  const maxBytes = defaultConfig.api.rest.maxBodyBytes - 20;
  let entries: string[] = [];
  let bytes = 0;
  const request = (): BulkRequest => ({ body: `{"data":[${entries.join(',')}]}`, entries: entries.length });
  for (let index = 0; index < count; index++) {
    const entry = JSON.stringify({ create: { data: articleInput(index) } });
    if (entries.length === mostEntries || bytes + entry.length + 1 > maxBytes) {
      yield request();
      [entries, bytes] = [[], 0];
    }
    entries.push(entry);
    bytes += Buffer.byteLength(entry) + 1;
  }
  if (entries.length > 0) yield request();
}
