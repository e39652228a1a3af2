// The tools of a list: search, status, filters, columns, and the order of cards.
import { useTranslations } from 'use-intl';
import { Select, ActionIcon, Group, Stack } from '@mantine/core';
import { SortAscIcon, SortDescIcon } from '@primer/octicons-react';
import { SearchInput } from '../ui/SearchInput.tsx';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import { FilterButton } from './filters/FilterButton.tsx';
import { SavedListsMenu } from './saved/SavedListsMenu.tsx';
import { statuses } from './listState.ts';
import classes from './lists.module.css';
import { useColumnLabel } from './useColumns.ts';
import { useList } from './useList.ts';

/** The value of the option for all documents. */
const any = '';

const StatusSelect = () => {
  const { state, change } = useList();
  const t = useTranslations('lists');
  const words = useTranslations('common.status');
  return (
    <Select
      className={classes.select}
      aria-label={t('status')}
      data={[{ value: any, label: t('anyStatus') }, ...statuses.map((value) => ({ value, label: words(value) }))]}
      value={state.status ?? any}
      onChange={(value) => change({ status: statuses.find((one) => one === value) })}
      allowDeselect={false}
    />
  );
};

/** Cards have no headings to sort by. */
const SortSelect = () => {
  const { choice, sort, change } = useList();
  const t = useTranslations('lists');
  const labelOf = useColumnLabel();
  const data = choice.columns.flatMap((column) =>
    column.sortPath === undefined ? [] : [{ value: column.sortPath, label: labelOf(column) }],
  );
  return (
    <Group gap={4} wrap="nowrap" className={classes.select}>
      <Select
        aria-label={t('sortBy')}
        placeholder={t(sort === undefined ? 'bestFirst' : 'sortBy')}
        data={data}
        value={data.some(({ value }) => value === sort?.path) ? (sort?.path ?? null) : null}
        onChange={(path) => {
          if (path !== null) change({ sort: { descending: sort?.descending ?? false, path } });
        }}
        allowDeselect={false}
        className={classes.select}
      />
      {sort === undefined ? null : (
        <ActionIcon
          variant="default"
          size="input-sm"
          aria-label={sort.descending ? t('descending') : t('ascending')}
          onClick={() => change({ sort: { ...sort, descending: !sort.descending } })}
        >
          {sort.descending ? <SortDescIcon /> : <SortAscIcon />}
        </ActionIcon>
      )}
    </Group>
  );
};

export const ListToolbar = () => {
  const { type, editView, state, change, isNarrow } = useList();
  const t = useTranslations('lists');
  const search = (
    <SearchInput className={classes.search} q={state.q} onSearch={(q) => change({ q }, { push: false })} />
  );
  const status = editView && type.draftAndPublish && <StatusSelect />;
  const buttons = (
    <>
      <FilterButton />
      <ColumnsMenu />
      <SavedListsMenu />
    </>
  );
  return (
    <Stack component="search" gap="xs" aria-label={t('tools')}>
      {isNarrow ? (
        <>
          <Group gap="xs" align="flex-end">
            {search}
            {buttons}
          </Group>
          <Group gap="xs" align="flex-end">
            {status}
            <SortSelect />
          </Group>
        </>
      ) : (
        <Group gap="xs" align="flex-end">
          {search}
          {status}
          {buttons}
        </Group>
      )}
    </Stack>
  );
};
