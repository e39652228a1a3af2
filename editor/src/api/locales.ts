// The locales of the site.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMay } from './editor.ts';
import { get, request } from './client.ts';

export interface Locale {
  readonly id: number;
  readonly code: string;
  readonly name: string | null;
  readonly isDefault: boolean;
}

const path = '/api/i18n/locales';

export const localesKey = ['locales'] as const;

export const localesQuery = queryOptions({
  queryKey: localesKey,
  queryFn: () => get<readonly Locale[]>(path),
  staleTime: 60_000,
});

/** @throws ApiError 400 for a code that is taken or is no language tag */
export const createLocale = async (locale: { readonly code: string; readonly name: string }): Promise<void> => {
  await request(path, { method: 'POST', body: locale });
};

/** @throws ApiError */
export const updateLocale = async (id: number, values: { readonly name?: string; readonly isDefault?: true }) => {
  await request(`${path}/${id}`, { method: 'PUT', body: values });
};

/** @throws ApiError 400 for the default locale, and for one that has documents */
export const deleteLocale = async (id: number): Promise<void> => {
  await request(`${path}/${id}`, { method: 'DELETE' });
};

const defaultFirst = (locales: readonly Locale[]): readonly Locale[] =>
  [...locales].sort((a, b) => Number(b.isDefault) - Number(a.isDefault));

const none: readonly Locale[] = [];

/** The locales, the default one first; none while they are loading, and for a role that may not find them. */
export const useLocales = (): readonly Locale[] => {
  const enabled = useMay()('find', 'plugin::i18n.locale');
  const { data = none } = useQuery({ ...localesQuery, enabled, select: defaultFirst });
  return data;
};

/** @returns a function that names a locale for people; its code, if it has no name */
export const useLocaleName = (): ((code: string) => string) => {
  const locales = useLocales();
  return (code) => locales.find((one) => one.code === code)?.name ?? code;
};
