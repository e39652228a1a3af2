// What the list shows, kept in the address: reload, bookmarks and the back button keep it.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { readListState, writeListState, type ListSearch, type ListState } from './listState.ts';

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
