// Loads a list page by page, and starts where the address says.
import { useInfiniteQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { documentPagesQuery, documentsKey, type Pages, type QueryParameters } from '../api/documents.ts';
import type { ContentType } from '../schema/types.ts';
import type { ListSearch } from './listState.ts';

/** Pages of an earlier visit that contain the cursor are shown again: they begin with this cursor. */
const findStart = (client: QueryClient, uid: string, query: QueryParameters, cursor: string): string =>
  client
    .getQueriesData<Pages>({ queryKey: [...documentsKey(uid), 'pages', query] })
    .map(([, data]) => data?.pageParams ?? [])
    .find((cursors) => cursors.includes(cursor))?.[0] ?? cursor;

/** Where the reader was in a list, by its query: the row at the top. */
const topRows = new Map<string, number>();

const firstRowOf = ({ pages }: Pages, page: number): number =>
  pages.slice(0, page).reduce((rows, { documents }) => rows + documents.length, 0);

/** The page that contains a row. */
const pageOf = (data: Pages, row: number): number => {
  let page = 0;
  while (page + 1 < data.pages.length && firstRowOf(data, page + 1) <= row) page += 1;
  return page;
};

/** The row to begin with: where the reader was, if that is in the page of the address. */
const initialRow = (data: Pages | undefined, key: string, cursor: string): number => {
  const page = data?.pageParams.indexOf(cursor) ?? -1;
  if (data === undefined || page < 0) return 0;
  const before = topRows.get(key);
  return before !== undefined && pageOf(data, before) === page ? before : firstRowOf(data, page);
};

export const useDocumentPages = (type: ContentType, query: QueryParameters) => {
  const client = useQueryClient();
  const { cursor = '' }: ListSearch = useSearch({ strict: false });
  const key = JSON.stringify([type.uid, query]);
  const [origin, setOrigin] = useState(() => ({ key, start: findStart(client, type.uid, query, cursor) }));
  if (origin.key !== key) setOrigin({ key, start: findStart(client, type.uid, query, cursor) });
  const options = documentPagesQuery(type, query, origin.start);
  const pages = useInfiniteQuery(options);
  const { data } = pages;
  const [first] = useState(() => initialRow(client.getQueryData(options.queryKey), key, cursor));
  return {
    ...pages,
    documents: useMemo(() => data?.pages.flatMap(({ documents }) => documents) ?? [], [data]),
    initialRow: first,
    startsLater: origin.start !== '',
    toStart: () => setOrigin({ key, start: '' }),
    /** Remembers the row at the top. @returns the cursor of its page */
    rememberRow: (row: number): string => {
      topRows.set(key, row);
      return data?.pageParams[pageOf(data, row)] ?? '';
    },
  };
};
