// The list that a screen shows: its state, its documents, and which of them are selected.
import { useMediaQuery } from '@mantine/hooks';
import { createContext, use, useMemo } from 'react';
import { useMay, useMaySearch } from '../api/editor.ts';
import { useSchema } from '../api/schema.ts';
import type { ContentType } from '../schema/types.ts';
import { projectionParameters, selectionParameters } from './listQuery.ts';
import { sortOf } from './listState.ts';
import { useColumns } from './useColumns.ts';
import { useDocumentPages } from './useDocumentPages.ts';
import { useListState } from './useListState.ts';
import { useSelection } from './useSelection.ts';

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
  return { type, editView, byWords, isNarrow, state, change, keepPlace, choice, query, sort, pages, selection };
};

type List = ReturnType<typeof useNewList>;

export const ListContext = createContext<List | undefined>(undefined);

/** Inside of the screen of a list only. */
export const useList = (): List => {
  const list = use(ListContext);
  if (list === undefined) throw new Error('There is no list');
  return list;
};
