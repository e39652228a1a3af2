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
}

/** What was changed last comes first; an index serves this order. */
const defaultSort: Sort = { path: 'updatedAt', descending: true };

export const statuses: readonly Status[] = ['draft', 'modified', 'published'];

const readSort = (text: string | undefined): Sort => {
  const [path = '', direction] = (text ?? '').split(':');
  return path === '' ? defaultSort : { path, descending: direction === 'desc' };
};

export const readListState = ({ locale, q, sort, status, filters }: ListSearch): ListState => ({
  locale: locale === '' ? undefined : locale,
  q: q ?? '',
  sort: readSort(sort),
  status: statuses.find((one) => one === status),
  conditions: parseConditions(filters),
});

export const formatSort = ({ path, descending }: Sort): string => `${path}:${descending ? 'desc' : 'asc'}`;

/** @returns the address of a state, at the beginning of the list; defaults are left out */
export const writeListState = ({ locale, q, sort, status, conditions }: ListState): ListSearch => {
  const filters = formatConditions(conditions);
  const order = formatSort(sort);
  return {
    ...(locale === undefined ? {} : { locale }),
    ...(q === '' ? {} : { q }),
    ...(order === formatSort(defaultSort) ? {} : { sort: order }),
    ...(status === undefined ? {} : { status }),
    ...(filters === undefined ? {} : { filters }),
  };
};

/** Whether the list is narrowed, so that documents may exist that it does not show. */
export const isNarrowed = ({ q, status, conditions }: ListState): boolean =>
  q !== '' || status !== undefined || conditions.length > 0;
