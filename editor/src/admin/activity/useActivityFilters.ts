// The filters of the activity screen, which its address has.
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { AuditFilters } from '../../api/audit.ts';

/** As in the address: `from` and `to` are days, both included, such as `2026-01-31`. */
export type ActivityFilters = Readonly<Partial<Record<keyof AuditFilters, string>>>;

const names = ['actor', 'action', 'type', 'documentId', 'from', 'to'] as const;

interface FiltersState {
  readonly filters: ActivityFilters;
  /** Empty values are left out. */
  readonly setFilters: (filters: ActivityFilters) => void;
}

const withoutEmpty = (search: Readonly<Partial<Record<string, string>>>): ActivityFilters =>
  Object.fromEntries(names.flatMap((name) => (search[name] ? [[name, search[name]]] : [])));

export const useActivityFilters = (): FiltersState => {
  const navigate = useNavigate();
  return {
    filters: withoutEmpty(useSearch({ strict: false })),
    setFilters: (filters) => void navigate({ to: '.', search: withoutEmpty(filters) as never, replace: true }),
  };
};

/** @returns the moment at which a day of the user's time zone begins, or the day after it; undefined if it is no day */
const momentOf = (day: string | undefined, isNext: boolean): string | undefined => {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '') ?? [];
  if (year === undefined) return undefined;
  return new Date(Number(year), Number(month) - 1, Number(date) + (isNext ? 1 : 0)).toISOString();
};

/** @returns the filters as the API reads them */
export const toAuditFilters = ({ from, to, ...filters }: ActivityFilters): AuditFilters => ({
  ...filters,
  from: momentOf(from, false),
  to: momentOf(to, true),
});
