// The list that a screen shows: its state, its documents, and which of them are selected.
import { useMediaQuery } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { createContext, use, useMemo } from 'react';
import type { ListedDocument } from '../api/documents.ts';
import { useMay, useMaySearch } from '../api/editor.ts';
import { useMayRelease } from '../api/mayRelease.ts';
import { documentReleasesQuery, type DocumentRelease } from '../api/releases.ts';
import { useSchema } from '../api/schema.ts';
import type { ContentType } from '../schema/types.ts';
import { projectionParameters, selectionParameters } from './listQuery.ts';
import { sortOf, useListState } from './listState.ts';
import { useColumns } from './useColumns.ts';
import { useDocumentPages } from './useDocumentPages.ts';
import { useSelection } from './useSelection.ts';

/** By documentId, what is planned. */
type Plans = Readonly<Record<string, readonly DocumentRelease[]>>;

/** The most documents of a request. */
const maxDocuments = 100;

const mergePlans = (results: readonly { readonly data: Plans | undefined }[]): Plans =>
  Object.assign({}, ...results.map(({ data }) => data)) as Plans;

/** Reads what is planned for the documents of a list, with one request for each page, if the user may publish them. */
const usePlans = (type: ContentType, locale: string | undefined, documents: readonly ListedDocument[]): Plans => {
  const isPermitted = useMayRelease()(type);
  const pages = useMemo(() => {
    const size = Math.min(type.list.pageSize, maxDocuments);
    const ids = isPermitted ? documents.map(({ documentId }) => documentId) : [];
    return Array.from({ length: Math.ceil(ids.length / size) }, (_, page) => ids.slice(page * size, (page + 1) * size));
  }, [documents, isPermitted, type.list.pageSize]);
  return useQueries({
    queries: pages.map((ids) => documentReleasesQuery(type.uid, ids, locale)),
    combine: mergePlans,
  });
};

export const useNewList = (type: ContentType) => {
  const schema = useSchema();
  const editView = useMay()('update', type.uid);
  /** Whether a search looks for words, and so can rank what it finds. */
  const byWords = useMaySearch()(type.uid);
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const { state, change, keepPlace } = useListState(type.list.sort);
  const choice = useColumns(type, editView, state, change);
  const { columns, picture } = choice;
  /** Which documents. */
  const query = useMemo(
    () => selectionParameters(state, type, schema, editView, byWords),
    [state, type, schema, editView, byWords],
  );
  /** Undefined: the best matches come first. */
  const sort = useMemo(() => sortOf(state, type.list.sort, byWords), [state, type, byWords]);
  const whole = useMemo(() => {
    const read = picture === undefined ? columns : [...columns, picture];
    return { ...query, ...projectionParameters(sort, read, editView, type.privateSystem) };
  }, [query, sort, columns, picture, editView, type]);
  const pages = useDocumentPages(type, whole);
  const selection = useSelection(JSON.stringify(query), pages.documents);
  const plans = usePlans(type, state.locale, pages.documents);
  return { type, plans, editView, byWords, isNarrow, state, change, keepPlace, choice, query, sort, pages, selection };
};

type List = ReturnType<typeof useNewList>;

export const ListContext = createContext<List | undefined>(undefined);

/** Inside of the screen of a list only. */
export const useList = (): List => {
  const list = use(ListContext);
  if (list === undefined) throw new Error('There is no list');
  return list;
};
