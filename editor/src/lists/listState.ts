// What a list shows, read from the address and written to it.
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
  readonly sort: Sort;
  readonly status: Status | undefined;
  readonly conditions: readonly Condition[];
  /** The names of the columns after the title; undefined: those that the user has chosen, or the schema's. */
  readonly columns: readonly string[] | undefined;
}

/** What was changed last comes first; an index serves this order. */
const lastChangedFirst = 'updatedAt:desc';

export const statuses: readonly Status[] = ['draft', 'modified', 'published'];

const parseSort = (text: string): Sort => {
  const [path = '', direction] = text.split(':');
  return { path, descending: direction === 'desc' };
};

/** @param defaultSort the order of the view, where the address has none */
export const readListState = (
  { locale, q, sort, status, filters, columns }: ListSearch,
  defaultSort = lastChangedFirst,
): ListState => ({
  locale: locale === '' ? undefined : locale,
  q: q ?? '',
  sort: parseSort(sort === undefined || sort === '' ? defaultSort : sort),
  status: statuses.find((one) => one === status),
  conditions: parseConditions(filters),
  columns: columns?.split(',').filter((name) => name !== ''),
});

export const formatSort = ({ path, descending }: Sort): string => `${path}:${descending ? 'desc' : 'asc'}`;

/** @returns the address of a state, at the beginning of the list; defaults are left out */
export const writeListState = (
  { locale, q, sort, status, conditions, columns }: ListState,
  defaultSort = lastChangedFirst,
): ListSearch => {
  const filters = formatConditions(conditions);
  const order = formatSort(sort);
  return {
    ...(locale === undefined ? {} : { locale }),
    ...(q === '' ? {} : { q }),
    ...(order === formatSort(parseSort(defaultSort)) ? {} : { sort: order }),
    ...(status === undefined ? {} : { status }),
    ...(filters === undefined ? {} : { filters }),
    ...(columns === undefined ? {} : { columns: columns.join(',') }),
  };
};

/** Whether the address says nothing of the list but its locale: the user sees it with their own columns. */
export const isPlain = (state: ListState, defaultSort?: string): boolean =>
  Object.keys(writeListState({ ...state, locale: undefined }, defaultSort)).length === 0;

/** Whether the list is narrowed, so that documents may exist that it does not show. */
export const isNarrowed = ({ q, status, conditions }: ListState): boolean =>
  q !== '' || status !== undefined || conditions.length > 0;
