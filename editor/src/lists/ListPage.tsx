// The list of the type in the address: its tools, its rows, and what takes their place while they load.
import { Text, Skeleton, Stack, Button, Group } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useMemo, useState } from 'react';
import { useSchema } from '../api/schema.ts';
import classes from './lists.module.css';
import { useMay, useMaySearch } from '../api/editor.ts';
import type { ContentType } from '../schema/types.ts';
import { ErrorMessage } from '../ui/ErrorMessage.tsx';
import { NotFound } from '../ui/NotFound.tsx';
import { EmptyList } from './EmptyList.tsx';
import { ListCards } from './ListCards.tsx';
import { ListHeader } from './ListHeader.tsx';
import { ListTable } from './ListTable.tsx';
import { ListToolbar } from './ListToolbar.tsx';
import { FilterPills } from './filters/FilterPills.tsx';
import { PlansContext, usePlans } from './PlannedIcon.tsx';
import { projectionParameters, selectionParameters } from './listQuery.ts';
import { sortOf } from './listState.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { useColumns } from './useColumns.ts';
import { useDocumentPages } from './useDocumentPages.ts';
import { useListState } from './useListState.ts';
import { useSelection } from './useSelection.ts';

const ListSkeleton = () => {
  const t = useTranslations('common');
  return (
    <Stack className={classes.scroller} gap="sm" p="lg" role="status" aria-label={t('loading')}>
      {Array.from({ length: 10 }, (_, row) => (
        <Skeleton key={row} h="2rem" />
      ))}
    </Stack>
  );
};

const PlaceNotice = ({ onStart }: { readonly onStart: () => void }) => {
  const t = useTranslations('lists');
  return (
    <Group px="lg" py={4} gap="xs">
      <Text size="sm" c="dimmed">
        {t('fromCursor')}
      </Text>
      <Button variant="subtle" size="compact-sm" onClick={onStart}>
        {t('toStart')}
      </Button>
    </Group>
  );
};

const ListScreen = ({ type }: { readonly type: ContentType }) => {
  const schema = useSchema();
  const may = useMay();
  const editView = may('update', type.uid);
  const byWords = useMaySearch()(type.uid);
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const { state, change, keepPlace } = useListState(type.list.sort);
  const choice = useColumns(type, editView, state, change);
  const { columns, picture } = choice;
  const selected = useMemo(
    () => selectionParameters(state, type, schema, editView, byWords),
    [state, type, schema, editView, byWords],
  );
  const sort = useMemo(() => sortOf(state, type.list.sort, byWords), [state, type, byWords]);
  const query = useMemo(
    () => ({
      ...selected,
      ...projectionParameters(
        sort,
        picture === undefined ? columns : [...columns, picture],
        editView,
        type.privateSystem,
      ),
    }),
    [selected, sort, columns, picture, editView, type],
  );
  const pages = useDocumentPages(type, query);
  const { documents, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, rememberRow } = pages;
  const plans = usePlans(type, state.locale, documents);
  const selection = useSelection(JSON.stringify(selected), documents);
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
    ...{ type, columns, picture, documents, selection, state, sort, change, onNearEnd, onSettle },
    initialRow: pages.initialRow,
    isOutdated: pages.isPlaceholderData,
    isLoadingMore: hasNextPage,
  };
  const Rows = isNarrow ? ListCards : ListTable;
  return (
    <div className={classes.screen}>
      <div className={classes.top}>
        <ListHeader {...{ type, query: selected, state, sort, byWords, change, isNarrow }} />
        <ListToolbar {...{ type, editView, state, sort, change, choice, isNarrow }} />
        <FilterPills type={type} conditions={state.conditions} change={change} />
      </div>
      {pages.error === null ? null : <ErrorMessage error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.startsLater ? <PlaceNotice onStart={pages.toStart} /> : null}
      {pages.isPending ? (
        <ListSkeleton />
      ) : documents.length === 0 ? (
        pages.error === null && <EmptyList type={type} state={state} change={change} />
      ) : (
        <PlansContext value={plans}>
          <Rows {...rows} />
        </PlansContext>
      )}
      <SelectionBar type={type} query={selected} locale={state.locale} documents={documents} selection={selection} />
    </div>
  );
};

export const ListPage = () => {
  const { type: name } = useParams({ strict: false });
  const { types } = useSchema();
  const type = [...types.values()].find((one) => one.kind === 'collectionType' && one.name === name);
  if (type === undefined) return <NotFound />;
  // Each list has its own columns and selection.
  return <ListScreen key={type.uid} type={type} />;
};
