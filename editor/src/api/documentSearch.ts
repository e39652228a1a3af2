// Finds documents of all types by words.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSchema } from './schema.ts';
import { allDocumentsKey, search, type SearchResult } from './documents.ts';
import { useMaySearch } from './editor.ts';

const maxResults = 8;

const none: readonly SearchResult[] = [];

/**
 * Finds documents of all types of the navigation whose drafts the user may search, the best first.
 *
 * @param text empty: none are found
 * @param locale undefined: the default locale
 */
export const useDocumentSearch = (text: string, locale: string | undefined) => {
  const maySearch = useMaySearch();
  const types = [...useSchema().types.values()]
    .filter(({ uid, visible }) => visible && maySearch(uid))
    .map(({ name }) => name)
    .join(',');
  const isEnabled = text !== '' && types !== '';
  const {
    data = none,
    isFetching,
    error,
  } = useQuery({
    queryKey: [...allDocumentsKey, 'search', types, locale, text],
    queryFn: async ({ signal }) => {
      const page = { 'pagination[pageSize]': maxResults, 'pagination[withCount]': false };
      return (await search({ q: text, types, locale, view: 'edit', ...page }, signal)).data;
    },
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  });
  return { results: isEnabled ? data : none, isFetching, error: isEnabled ? error : null };
};
