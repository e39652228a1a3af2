// The screen of a list: its tools, its documents, and what can be done with those that are selected.
import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useMemo, useState } from 'react';
import { useSchema } from '../api/schema.ts';
import { useMay } from '../permissions/useMay.ts';
import type { ContentType } from '../schema/types.ts';
import { ErrorMessage } from '../ui/ErrorMessage.tsx';
import { EmptyList } from './EmptyList.tsx';
import { ListCards } from './ListCards.tsx';
import { ListHeader } from './ListHeader.tsx';
import { ListSkeleton } from './ListSkeleton.tsx';
import { ListTable } from './ListTable.tsx';
import { ListToolbar } from './ListToolbar.tsx';
import { FilterPills } from './filters/FilterPills.tsx';
import { projectionParameters, selectionParameters } from './listQuery.ts';
import classes from './lists.module.css';
import { PlaceNotice } from './PlaceNotice.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { useColumns } from './useColumns.ts';
import { useDocumentPages } from './useDocumentPages.ts';
import { useListState } from './useListState.ts';
import { useSelection } from './useSelection.ts';

export const ListScreen = ({ type }: { readonly type: ContentType }) => {
  const schema = useSchema();
  const may = useMay();
  const editView = may('update', type.uid);
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const { state, change, keepPlace } = useListState();
  const choice = useColumns(type, editView);
  const { columns } = choice;
  const selected = useMemo(() => selectionParameters(state, type, schema, editView), [state, type, schema, editView]);
  const query = useMemo(() => ({ ...selected, ...projectionParameters(state, columns) }), [selected, state, columns]);
  const pages = useDocumentPages(type, query);
  const { documents, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, rememberRow } = pages;
  const selection = useSelection(JSON.stringify(selected));
  const [place, setPlace] = useState('');

  const onNearEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const onSettle = (row: number) => {
    const cursor = rememberRow(row);
    if (cursor === place || pages.isPlaceholderData || documents.length === 0) return;
    setPlace(cursor);
    keepPlace(cursor);
  };

  const rows = {
    ...{ type, columns, documents, selection, state, change, onNearEnd, onSettle },
    initialRow: pages.initialRow,
    isOutdated: pages.isPlaceholderData,
    isLoadingMore: hasNextPage,
  };
  const Rows = isNarrow ? ListCards : ListTable;
  return (
    <div className={classes.screen}>
      <div className={classes.top}>
        <ListHeader {...{ type, query: selected, state, change, isNarrow }} />
        <ListToolbar {...{ type, editView, state, change, choice, isNarrow }} />
        <FilterPills type={type} conditions={state.conditions} change={change} />
      </div>
      {pages.error === null ? null : <ErrorMessage error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.startsLater ? <PlaceNotice onStart={pages.toStart} /> : null}
      {pages.isPending ? (
        <ListSkeleton />
      ) : documents.length === 0 ? (
        pages.error === null && <EmptyList type={type} state={state} change={change} />
      ) : (
        <Rows {...rows} />
      )}
      <SelectionBar type={type} locale={state.locale} documents={documents} selection={selection} />
    </div>
  );
};
