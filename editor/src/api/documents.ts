// Lists of documents.
import { infiniteQueryOptions, keepPreviousData, queryOptions, type InfiniteData } from '@tanstack/react-query';
import type { ContentType, Status } from '../schema/types.ts';
import { get, type RequestOptions } from './client.ts';

export type QueryParameters = NonNullable<RequestOptions['query']>;

/** A document as a list shows it. */
export interface ListedDocument {
  readonly documentId: string;
  /** Undefined if the type has no drafts, or the user reads published versions only. */
  readonly status: Status | undefined;
  readonly values: Readonly<Record<string, unknown>>;
}

export interface DocumentPage {
  readonly documents: readonly ListedDocument[];
  readonly nextCursor: string | null;
}

/** What was loaded of a list, with the cursor of each page. */
export type Pages = InfiniteData<DocumentPage, string>;

export interface ListAnswer {
  readonly data: readonly (Readonly<Record<string, unknown>> & { readonly documentId: string })[];
  readonly meta: {
    readonly pagination: { readonly nextCursor?: string | null; readonly total?: number };
    readonly status?: readonly Status[];
  };
}

/** The key of what was read of all types. */
export const allDocumentsKey = ['documents'] as const;

/** The key of everything that was read of a type. Invalidate it after each change of its documents. */
export const documentsKey = (uid: string): readonly string[] => [...allDocumentsKey, uid];

/**
 * Pages of documents, each from where the last one ended, so that all cost the same.
 *
 * @param type its view says how many documents a page has
 * @param start the cursor of the first page; empty: the beginning
 */
export const documentPagesQuery = (
  { uid, name, list }: Pick<ContentType, 'uid' | 'name' | 'list'>,
  query: QueryParameters,
  start: string,
) =>
  infiniteQueryOptions<DocumentPage, Error, Pages, readonly unknown[], string>({
    queryKey: [...documentsKey(uid), 'pages', query, start],
    queryFn: async ({ pageParam, signal }) => {
      const parameters = { ...query, 'pagination[cursor]': pageParam, 'pagination[pageSize]': list.pageSize };
      const { data, meta } = await get<ListAnswer>(`/api/${name}`, { query: parameters, signal });
      const documents = data.map((values, index) => ({
        documentId: values.documentId,
        status: meta.status?.[index],
        values,
      }));
      return { documents, nextCursor: meta.pagination.nextCursor ?? null };
    },
    initialPageParam: start,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });

/** How many documents a query matches. Counting can take longer than a page, so that no page waits for it. */
export const documentCountQuery = (uid: string, name: string, query: QueryParameters) =>
  queryOptions({
    queryKey: [...documentsKey(uid), 'count', query],
    queryFn: async ({ signal }): Promise<number> => {
      const parameters = { ...query, 'pagination[start]': 0, 'pagination[limit]': 1 };
      return (await get<ListAnswer>(`/api/${name}`, { query: parameters, signal })).meta.pagination.total ?? 0;
    },
  });

/** Few enough for an address that also says what to populate. */
export const maxDocumentsOfRead = 15;

/**
 * Whole documents, by their documentIds.
 *
 * @param documentIds at most `maxDocumentsOfRead`
 * @param query what to read of each
 */
export const wholeDocumentsQuery = (
  { uid, name }: Pick<ContentType, 'uid' | 'name'>,
  documentIds: readonly string[],
  query: QueryParameters,
) =>
  queryOptions({
    queryKey: [...documentsKey(uid), 'whole', documentIds, query],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, ListAnswer['data'][number]>> => {
      const parameters = {
        ...{ ...query, 'filters[documentId][$in]': documentIds },
        ...{ 'pagination[limit]': documentIds.length, 'pagination[withCount]': false },
      };
      const { data } = await get<ListAnswer>(`/api/${name}`, { query: parameters, signal });
      return new Map(data.map((document) => [document.documentId, document]));
    },
  });

export interface DocumentTitle {
  readonly documentId: string;
  readonly title: string;
}

const maxTitles = 20;

/**
 * The titles of documents of a type that match a search, and of a document that is already chosen.
 *
 * @param type undefined if the user may not see it: nothing is found
 */
export const documentTitlesQuery = (
  type: ContentType | undefined,
  { q, documentId, editView }: { readonly q: string; readonly documentId: string; readonly editView: boolean },
) =>
  queryOptions({
    queryKey: [...documentsKey(type?.uid ?? ''), 'titles', q, documentId],
    queryFn: async ({ signal }): Promise<readonly DocumentTitle[]> => {
      if (type === undefined) return [];
      const { mainAttribute, name } = type;
      const read = async (query: QueryParameters): Promise<readonly DocumentTitle[]> => {
        const base = {
          fields: ['documentId', mainAttribute],
          sort: mainAttribute,
          ...(editView ? { view: 'edit' } : {}),
        };
        const limit = { 'pagination[limit]': maxTitles, 'pagination[withCount]': false };
        const { data } = await get<ListAnswer>(`/api/${name}`, { query: { ...base, ...limit, ...query }, signal });
        return data.map(({ documentId: id, [mainAttribute]: title }) => ({
          documentId: id,
          title: typeof title === 'string' && title !== '' ? title : id,
        }));
      };
      const found = await read(q === '' ? {} : { _q: q });
      if (documentId === '' || found.some((one) => one.documentId === documentId)) return found;
      return [...(await read({ 'filters[documentId]': documentId })), ...found];
    },
  });
