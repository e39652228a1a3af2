// Query string → Query: parse, then check against the schema and what the caller may see. Pure.
import type { Caller } from '../access/index.ts';
import type { ContentType, Schema } from '../schema/index.ts';
import { readFilters } from './filters.ts';
import { readPage, refuseLoosePage, type PageDefaults } from './pagination.ts';
import { readSelection } from './populate.ts';
import { readSort } from './sort.ts';
import { parseTree } from './tree.ts';
import type { Query } from './types.ts';
import { readLocale, readStatus, type Locales } from './versions.ts';

export type * from './types.ts';
export { writtenLocale } from './versions.ts';

/** What a query is read against, the same for many requests. */
export interface ReadContext {
  readonly schema: Schema;
  readonly config: Locales & { readonly page: PageDefaults };
}

/**
 * @param text the raw query string, without its question mark
 * @param type the content type that is read
 * @param caller who asks: what they may not see does not exist
 * @returns the whole query, every name resolved and every value cast; parameters that Lectern does not know are ignored, as in Strapi
 * @throws ApiError 400 naming the key, its path and the parameter
 */
export const readQuery = (text: string, type: ContentType, caller: Caller, { schema, config }: ReadContext): Query => {
  const given = parseTree(text);
  const scope = { schema, caller };
  refuseLoosePage(given);
  return {
    type,
    status: readStatus(given.status),
    locale: readLocale(given.locale, type, config),
    select: readSelection(given.fields, given.populate, type, scope),
    filter: readFilters(given.filters, type, scope),
    sort: readSort(given.sort, type, scope),
    page: readPage(given.pagination, config.page),
  };
};
