// Lists of documents.
import { infiniteQueryOptions, keepPreviousData, queryOptions, type InfiniteData } from '@tanstack/react-query';
import type { ContentType, Status } from '../schema/types.ts';
import { ApiError, get, type RequestOptions } from './client.ts';

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
    readonly status?: readonly (Status | undefined)[];
  };
}

/** A document that `GET /api/search` finds. */
export interface SearchResult {
  /** The uid. */
  readonly type: string;
  readonly documentId: string;
  readonly locale?: string;
  readonly title: string | null;
  /** HTML: text with `<mark>`. */
  readonly excerpt: string;
  readonly status?: Status;
  /** The document as a list has it, if the query says what to read of it. */
  readonly entry?: ListAnswer['data'][number];
}

/**
 * The answer to a search for a text that has no words, such as the beginning of `-word`: the API refuses it.
 *
 * @param parameter the name of the text in the query
 * @param empty what is answered instead
 * @returns a function that throws all other errors
 */
export const emptyWithoutWords =
  <T>(parameter: string, empty: T) =>
  (error: unknown): T => {
    if (error instanceof ApiError && error.status === 400 && error.details.path === parameter) return empty;
    throw error;
  };

interface SearchAnswer {
  readonly data: readonly SearchResult[];
  readonly meta: Pick<ListAnswer['meta'], 'pagination'>;
}

const noResults: SearchAnswer = { data: [], meta: { pagination: { nextCursor: null, total: 0 } } };

/** Documents that match the words in `q`, the best first; none if it has no words. */
export const search = (query: QueryParameters, signal: AbortSignal | undefined): Promise<SearchAnswer> =>
  get<SearchAnswer>('/api/search', { query, signal }).catch(emptyWithoutWords('q', noResults));

/**
 * Documents of a type.
 *
 * @param query with `q`, only documents that match its words; without `sort`, the best of them come first
 */
export const readList = async (
  { name }: Pick<ContentType, 'name'>,
  query: QueryParameters,
  signal: AbortSignal | undefined,
): Promise<ListAnswer> => {
  if (query.q === undefined) return get(`/api/${name}`, { query, signal });
  const { data, meta } = await search({ ...query, types: name }, signal);
  const found = data.flatMap(({ entry, status }) => (entry === undefined ? [] : [{ entry, status }]));
  return {
    data: found.map(({ entry }) => entry),
    meta: { pagination: meta.pagination, status: found.map(({ status }) => status) },
  };
};

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
  type: Pick<ContentType, 'uid' | 'name' | 'list'>,
  query: QueryParameters,
  start: string,
) =>
  infiniteQueryOptions<DocumentPage, Error, Pages, readonly unknown[], string>({
    queryKey: [...documentsKey(type.uid), 'pages', query, start],
    queryFn: async ({ pageParam, signal }) => {
      const parameters = { ...query, 'pagination[cursor]': pageParam, 'pagination[pageSize]': type.list.pageSize };
      const { data, meta } = await readList(type, parameters, signal);
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
export const documentCountQuery = (type: Pick<ContentType, 'uid' | 'name'>, query: QueryParameters) =>
  queryOptions({
    queryKey: [...documentsKey(type.uid), 'count', query],
    queryFn: async ({ signal }): Promise<number> => {
      const parameters = { ...query, 'pagination[start]': 0, 'pagination[limit]': 1 };
      return (await readList(type, parameters, signal)).meta.pagination.total ?? 0;
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

interface TitleSearch {
  readonly q: string;
  /** Empty: none is chosen. */
  readonly documentId: string;
  readonly editView: boolean;
  readonly byWords: boolean;
}

/**
 * The titles of documents of a type that match a search, and of a document that is already chosen.
 *
 * @param type undefined if the user may not see it: nothing is found
 * @param search `byWords`: the words of `q` are searched, else `q` as it is
 */
export const documentTitlesQuery = (type: ContentType | undefined, { q, documentId, editView, byWords }: TitleSearch) =>
  queryOptions({
    queryKey: [...documentsKey(type?.uid ?? ''), 'titles', q, documentId, byWords],
    queryFn: async ({ signal }): Promise<readonly DocumentTitle[]> => {
      if (type === undefined) return [];
      const { mainAttribute } = type;
      const read = async (query: QueryParameters): Promise<readonly DocumentTitle[]> => {
        const base = {
          fields: ['documentId', mainAttribute],
          ...(query.q === undefined ? { sort: mainAttribute } : {}),
          ...(editView ? { view: 'edit' } : {}),
        };
        const limit = { 'pagination[limit]': maxTitles, 'pagination[withCount]': false };
        const { data } = await readList(type, { ...base, ...limit, ...query }, signal);
        return data.map(({ documentId: id, [mainAttribute]: title }) => ({
          documentId: id,
          title: typeof title === 'string' && title !== '' ? title : id,
        }));
      };
      const found = await read(q.trim() === '' ? {} : byWords ? { q } : { _q: q });
      if (documentId === '' || found.some((one) => one.documentId === documentId)) return found;
      return [...(await read({ 'filters[documentId]': documentId })), ...found];
    },
  });
