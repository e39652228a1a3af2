// Finds documents that a relation can link to, and the statuses of those that it links.
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { documentLabel } from '../schema/documentLabel.ts';
import type { ContentType, Status } from '../schema/types.ts';
import { ApiError, get } from './client.ts';
import { readList, search } from './documents.ts';
import { grantOf, useEditor, useMaySearch, type Grant } from './editor.ts';

/** A document that a relation can link to. */
export interface Target {
  readonly uid: string;
  readonly documentId: string;
  readonly label: string;
  /** Undefined for types without drafts. */
  readonly status: Status | undefined;
}

/** `edit`: drafts, for users who may update them; `published`: what everybody with `find` sees. */
export type TargetView = 'edit' | 'published';

/**
 * The reads that together show every document that the user may link to. A role that may update only some documents
 * sees the drafts of these, and the published versions of the others.
 */
export const viewsOf = (update: Grant | undefined): readonly TargetView[] => {
  if (update === undefined) return ['published'];
  return update === true ? ['edit'] : ['edit', 'published'];
};

const builtInPaths: Readonly<Record<string, string>> = {
  'plugin::users-permissions.user': '/api/users',
  'plugin::users-permissions.role': '/api/users-permissions/roles',
  'plugin::upload.file': '/api/upload/files',
};

export const targetPath = ({ uid, name }: ContentType): string => builtInPaths[uid] ?? `/api/${name}`;

export const pageSize = 20;

export interface TargetSearch {
  readonly text?: string;
  readonly documentIds?: readonly string[];
  /** Instead of the main attribute. */
  readonly fields?: readonly string[];
  /** Pages start at 1. */
  readonly page?: number;
  readonly locale: string | undefined;
  /** Whether the words of the text are searched, else the text in the main attribute. Only where drafts are read. */
  readonly byWords?: boolean;
}

const textParameters = ({ mainAttribute }: ContentType, text: string): Readonly<Record<string, string>> => {
  if (text === '') return {};
  return mainAttribute === 'documentId' ? { _q: text } : { [`filters[${mainAttribute}][$containsi]`]: text };
};

/** The query of a read, with `q` if `GET /api/search` answers it; a single type has only one document, which is not searched. */
export const targetQuery = (
  type: ContentType,
  view: TargetView,
  { text = '', documentIds, fields = [type.mainAttribute], page = 1, locale, byWords = false }: TargetSearch,
): Readonly<Record<string, string | number | boolean | readonly string[] | undefined>> => {
  const isOwnType = type.uid.startsWith('api::');
  const common = {
    ...(isOwnType && view === 'edit' ? { view: 'edit' } : {}),
    ...(type.localized ? { locale } : {}),
    ...Object.fromEntries(fields.map((name, index) => [`fields[${index}]`, name])),
  };
  if (type.kind === 'singleType') return common;
  const isRanked = byWords && isOwnType && view === 'edit' && text !== '';
  return {
    ...common,
    ...(documentIds === undefined ? {} : { 'filters[documentId][$in]': documentIds }),
    ...(isRanked ? { q: text } : textParameters(type, text)),
    ...(isRanked || (view !== 'edit' && type.privateSystem?.includes('updatedAt')) ? {} : { sort: 'updatedAt:desc' }),
    'pagination[page]': page,
    'pagination[pageSize]': documentIds?.length ?? pageSize,
    'pagination[withCount]': false,
  };
};

type Row = Readonly<Record<string, unknown>>;

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null;

/** The documents in any answer. */
export const rowsIn = (body: unknown): readonly Row[] => {
  const envelope: Row = isRow(body) ? body : {};
  const content = Array.isArray(body) ? body : (envelope.data ?? envelope.roles ?? []);
  return (Array.isArray(content) ? content : [content]).filter(isRow);
};

/** The documents and their statuses in any answer: a list, a document, users without an envelope, roles. */
export const targetsIn = (type: ContentType, view: TargetView, body: unknown): readonly Target[] => {
  const envelope: Row = isRow(body) ? body : {};
  const rows = rowsIn(body);
  const status = isRow(envelope.meta) ? envelope.meta.status : undefined;
  const statuses = Array.isArray(status) ? status : [status];
  return rows.map((row, index) => ({
    uid: type.uid,
    documentId: String(row.documentId),
    label: documentLabel(type, row),
    status: !type.draftAndPublish ? undefined : view === 'edit' ? toStatus(statuses[index]) : 'published',
  }));
};

const toStatus = (value: unknown): Status | undefined =>
  value === 'draft' || value === 'modified' || value === 'published' ? value : undefined;

/** Joins the answers of several views, drafts first: of a document that is in both, the draft counts. */
export const mergeTargets = (answers: readonly (readonly Target[])[]): readonly Target[] => {
  const merged = new Map<string, Target>();
  for (const target of answers.flat()) if (!merged.has(target.documentId)) merged.set(target.documentId, target);
  return [...merged.values()];
};

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
