// What a list shows, kept in the address: reload, bookmarks and the back button keep it.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { Status } from '../schema/types.ts';
import { formatConditions, parseConditions, type Condition } from './conditions.ts';

/** The parameters of the address, as the route declares them. */
export interface ListSearch {
  readonly locale?: string;
  readonly q?: string;
  readonly sort?: string;
  readonly status?: string;
  readonly filters?: string;
  readonly columns?: string;
  readonly cursor?: string;
}

export interface Sort {
  readonly path: string;
  readonly descending: boolean;
}

export interface ListState {
  /** Undefined: the default locale. */
  readonly locale: string | undefined;
  readonly q: string;
  /** Undefined: the user has chosen none. */
  readonly sort: Sort | undefined;
  readonly status: Status | undefined;
  readonly conditions: readonly Condition[];
  /** What the address says of the documents and cannot be read: the list shows none until it is removed. */
  readonly unreadable: { readonly status: string | undefined; readonly filters: readonly string[] };
  /** The names of the columns after the title; undefined: those that the user has chosen, or the schema's. */
  readonly columns: readonly string[] | undefined;
}

/** What was changed last comes first; an index serves this order. */
export const lastChangedFirst = 'updatedAt:desc';

export const statuses: readonly Status[] = ['draft', 'modified', 'published'];

const parseSort = (text: string): Sort => {
  const [path = '', direction] = text.split(':');
  return { path, descending: direction === 'desc' };
};

export const readListState = ({ locale, q, sort, status, filters, columns }: ListSearch): ListState => {
  const known = statuses.find((one) => one === status);
  const { conditions, unreadable } = parseConditions(filters);
  return {
    locale: locale === '' ? undefined : locale,
    q: q ?? '',
    sort: sort === undefined || sort === '' ? undefined : parseSort(sort),
    status: known,
    conditions,
    unreadable: { status: known === undefined && status !== '' ? status : undefined, filters: unreadable },
    columns: columns?.split(',').filter((name) => name !== ''),
  };
};

export const everythingRead: ListState['unreadable'] = { status: undefined, filters: [] };

/** @returns the parts of the address that cannot be read, as it has them */
export const unreadableParts = ({ unreadable: { status, filters } }: ListState): readonly string[] => [
  ...(status === undefined ? [] : [`status=${status}`]),
  ...filters,
];

export const formatSort = ({ path, descending }: Sort): string => `${path}:${descending ? 'desc' : 'asc'}`;

/**
 * The order of a list.
 *
 * @param defaultSort the order of the view, if the user has chosen none
 * @param byWords whether the search ranks what it finds
 * @returns undefined: the best matches come first
 */
export const sortOf = (
  { sort, q }: Pick<ListState, 'sort' | 'q'>,
  defaultSort = lastChangedFirst,
  byWords = false,
): Sort | undefined => sort ?? (byWords && q !== '' ? undefined : parseSort(defaultSort));

/** @returns the address of a state, at the beginning of the list; defaults are left out, but not beside a search, which can rank */
export const writeListState = (
  { locale, q, sort, status, conditions, unreadable, columns }: ListState,
  defaultSort = lastChangedFirst,
): ListSearch => {
  const filters = formatConditions(conditions, unreadable.filters);
  const statusText = status ?? unreadable.status;
  const isDefault = q === '' && sort !== undefined && formatSort(sort) === formatSort(parseSort(defaultSort));
  return {
    ...(locale === undefined ? {} : { locale }),
    ...(q === '' ? {} : { q }),
    ...(sort === undefined || isDefault ? {} : { sort: formatSort(sort) }),
    ...(statusText === undefined ? {} : { status: statusText }),
    ...(filters === undefined ? {} : { filters }),
    ...(columns === undefined ? {} : { columns: columns.join(',') }),
  };
};

/** Whether the address says nothing of the list but its locale: the user sees it with their own columns. */
export const isPlain = (state: ListState, defaultSort?: string): boolean =>
  Object.keys(writeListState({ ...state, locale: undefined }, defaultSort)).length === 0;

/** Whether the list is narrowed, so that documents may exist that it does not show. */
export const isNarrowed = (state: ListState): boolean =>
  state.q !== '' || state.status !== undefined || state.conditions.length > 0 || unreadableParts(state).length > 0;

interface Options {
  /** Whether the back button leads to the list before the change. */
  readonly push?: boolean;
}

/** Changes a part of the state. */
export type ListStateChange = (part: Partial<ListState>, options?: Options) => void;

/**
 * The state, a function that changes a part of it, and one that keeps the place in the list.
 *
 * @param defaultSort the order of the type's view
 */
export const useListState = (defaultSort: string | undefined) => {
  const { locale, q, sort, status, filters, columns }: ListSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const state = useMemo(
    () => readListState(clean({ locale, q, sort, status, filters, columns })),
    [locale, q, sort, status, filters, columns],
  );
  const change: ListStateChange = useCallback(
    (part, { push = true } = {}) => {
      void navigate({
        to: '.',
        search: (search: ListSearch) => writeListState({ ...readListState(search), ...part }, defaultSort),
        replace: !push,
        resetScroll: false,
      });
    },
    [navigate, defaultSort],
  );
  const keepPlace = useCallback(
    (cursor: string) => {
      void navigate({
        to: '.',
        search: (search: ListSearch) => clean({ ...search, cursor: cursor === '' ? undefined : cursor }),
        replace: true,
        resetScroll: false,
      });
    },
    [navigate],
  );
  return { state, change, keepPlace };
};

type Parameters = { readonly [Name in keyof ListSearch]?: ListSearch[Name] | undefined };

const clean = (search: Parameters): ListSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
