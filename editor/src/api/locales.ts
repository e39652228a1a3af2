// The locales of the site.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMay } from './editor.ts';
import { answerQuery, type Answered } from './call.ts';

export type Locale = Answered<'POST /api/i18n/locales'>;

export const localesQuery = queryOptions({ ...answerQuery('GET /api/i18n/locales'), staleTime: 60_000 });

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
