// Finds documents that a relation can link to, and the statuses of those that it links.
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readList, search } from './documents.ts';
import { grantOf, useEditor, useMaySearch } from './editor.ts';
import type { ContentType, Status } from '../schema/types.ts';
import { ApiError, get } from './client.ts';
import {
  mergeTargets,
  pageSize,
  targetPath,
  targetQuery,
  targetsIn,
  viewsOf,
  type Target,
  type TargetSearch,
  type TargetView,
} from './targetQueries.ts';

interface Waiting<T> {
  readonly resolve: (value: T | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * @param readMany reads the values of several keys; a key that has none is not in its answer
 * @param limit how many keys one read may have
 * @returns a function that reads one key, together with all others requested in the same 10 ms
 */
export const createBatcher = <T>(
  readMany: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
  limit: number,
): ((key: string) => Promise<T | undefined>) => {
  let waiting = new Map<string, Waiting<T>[]>();

  const flush = async (batch: ReadonlyMap<string, readonly Waiting<T>[]>): Promise<void> => {
    try {
      const values = await readMany([...batch.keys()]);
      for (const [key, callers] of batch) for (const { resolve } of callers) resolve(values.get(key));
    } catch (error) {
      for (const { reject } of [...batch.values()].flat()) reject(error);
    }
  };

  const start = (): void => {
    const entries = [...waiting];
    waiting = new Map();
    for (let at = 0; at < entries.length; at += limit) void flush(new Map(entries.slice(at, at + limit)));
  };

  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.size === 0) setTimeout(start, 10);
      waiting.set(key, [...(waiting.get(key) ?? []), { resolve, reject }]);
    });
};

const readView = async (
  type: ContentType,
  view: TargetView,
  search: TargetSearch,
  signal?: AbortSignal,
): Promise<readonly Target[]> => {
  try {
    const query = targetQuery(type, view, search);
    const body =
      query.q === undefined
        ? await get<unknown>(targetPath(type), { query, signal })
        : await readList(type, query, signal);
    return targetsIn(type, view, body);
  } catch (error) {
    // A single type without its document.
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
};

const readTargets = async (
  type: ContentType,
  views: readonly TargetView[],
  search: TargetSearch,
  signal?: AbortSignal,
): Promise<{ readonly targets: readonly Target[]; readonly isLast: boolean }> => {
  const answers = await Promise.all(views.map((view) => readView(type, view, search, signal)));
  // Roles come all at once, whatever the page is, and so does a single type.
  const isLast = type.kind === 'singleType' || answers.every(({ length }) => length !== pageSize);
  return { targets: mergeTargets(answers), isLast };
};

/** Documents of several types that have the words of a text. */
const searchTypes = async (
  types: readonly ContentType[],
  { text = '', page, locale }: TargetSearch,
  signal: AbortSignal,
): Promise<{ readonly targets: readonly Target[]; readonly isLast: boolean }> => {
  if (text === '' || types.length === 0) return { targets: [], isLast: true };
  const pages = { 'pagination[page]': page, 'pagination[pageSize]': pageSize, 'pagination[withCount]': false };
  const names = types.map(({ name }) => name).join(',');
  const { data } = await search({ q: text, types: names, locale, view: 'edit', ...pages }, signal);
  const targets = data.flatMap(({ type: uid, documentId, title, status }): readonly Target[] => {
    const type = types.find((one) => one.uid === uid);
    if (type === undefined) return [];
    const label = type.kind === 'singleType' ? type.displayName : (title ?? documentId);
    return [{ uid, documentId, label, status: type.draftAndPublish ? status : undefined }];
  });
  return { targets, isLast: data.length < pageSize };
};

const useViews = (uid: string): readonly TargetView[] => viewsOf(grantOf(useEditor(), 'update', uid));

/**
 * The documents of a type that have the words of the text, the best first, page by page. While there is no index, and for users who
 * only read: those whose main attribute contains the text, last changed first.
 *
 * @param types of several, those whose words are indexed are searched, and without a text none is found
 */
export const useTargetSearch = (
  types: readonly ContentType[],
  text: string,
  locale: string | undefined,
  enabled: boolean,
) => {
  const [type] = types;
  const views = useViews(type?.uid ?? '');
  const maySearch = useMaySearch();
  const searched = types.filter(({ uid }) => maySearch(uid));
  const byWords = searched.length === types.length;
  return useInfiniteQuery({
    queryKey: ['targets', ...types.map(({ uid }) => uid), locale, text, byWords],
    queryFn: ({ pageParam: page, signal }) =>
      type === undefined || types.length > 1
        ? searchTypes(searched, { text, page, locale }, signal)
        : readTargets(type, views, { text, page, locale, byWords }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ isLast }, _pages, page) => (isLast ? undefined : page + 1),
    placeholderData: keepPreviousData,
    enabled,
  });
};

const batchers = new Map<string, (documentId: string) => Promise<Target | undefined>>();

const batcherOf = (type: ContentType, views: readonly TargetView[], locale: string | undefined) => {
  const key = [type.uid, locale, ...views].join(' ');
  const batcher =
    batchers.get(key) ??
    createBatcher(async (documentIds) => {
      const { targets } = await readTargets(type, views, { documentIds, locale });
      return new Map(targets.map((target) => [target.documentId, target]));
    }, 100);
  batchers.set(key, batcher);
  return batcher;
};

/**
 * The status of a linked document. Rows that appear together are read with one request.
 *
 * @returns undefined while it is not known, for types without drafts, and for documents that the user may not see
 */
export const useTargetStatus = (
  type: ContentType | undefined,
  documentId: string,
  locale: string | undefined,
): Status | undefined => {
  const views = useViews(type?.uid ?? '');
  const batcher = useMemo(
    () => (type?.draftAndPublish === true ? batcherOf(type, views, locale) : undefined),
    [type, views, locale],
  );
  const { data } = useQuery({
    queryKey: ['target-status', type?.uid, locale, documentId],
    queryFn: async () => (await batcher?.(documentId))?.status ?? null,
    enabled: batcher !== undefined,
    staleTime: 30_000,
    retry: false,
  });
  return data ?? undefined;
};
