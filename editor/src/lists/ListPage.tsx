// The list of the type in the address: its tools, its rows, and what takes their place while they load.
import { Box, Text, Skeleton, Stack, Button, Group } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useSchema } from '../api/schema.ts';
import type { ContentType } from '../schema/types.ts';
import { ErrorMessage } from '../ui/ErrorMessage.tsx';
import { NotFound } from '../ui/NotFound.tsx';
import { EmptyList } from './EmptyList.tsx';
import { FilterPills } from './filters/FilterPills.tsx';
import { ListCards } from './ListCards.tsx';
import { ListHeader } from './ListHeader.tsx';
import { ListTable } from './ListTable.tsx';
import { ListToolbar } from './ListToolbar.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { ListContext, useList, useNewList } from './useList.ts';
import classes from './lists.module.css';

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

const PlaceNotice = () => {
  const t = useTranslations('lists');
  return (
    <Group px="lg" py={4} gap="xs">
      <Text size="sm" c="dimmed">
        {t('fromCursor')}
      </Text>
      <Button variant="subtle" size="compact-sm" onClick={useList().pages.toStart}>
        {t('toStart')}
      </Button>
    </Group>
  );
};

const ListScreen = ({ type }: { readonly type: ContentType }) => {
  const list = useNewList(type);
  const { pages, query, state, selection, isNarrow } = list;
  const { documents } = pages;
  const Rows = isNarrow ? ListCards : ListTable;
  return (
    <ListContext value={list}>
      <Stack gap={0} h="100%" style={{ overflowY: 'auto' }}>
        <Box px={isNarrow ? 'md' : 'lg'} pt={isNarrow ? 'sm' : 'md'} pb="sm">
          <ListHeader />
          <ListToolbar />
          <FilterPills />
        </Box>
        {pages.error === null ? null : <ErrorMessage error={pages.error} onRetry={() => void pages.refetch()} />}
        {pages.startsLater ? <PlaceNotice /> : null}
        {pages.isPending ? <ListSkeleton /> : documents.length === 0 ? pages.error === null && <EmptyList /> : <Rows />}
        <SelectionBar {...{ type, query, documents, selection }} locale={state.locale} />
      </Stack>
    </ListContext>
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
