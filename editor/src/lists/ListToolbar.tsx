// The tools of a list: search, status, filters, columns, and the order of cards.
import { useTranslations } from 'use-intl';
import { Select, ActionIcon, Group } from '@mantine/core';
import { SortAscIcon, SortDescIcon } from '@primer/octicons-react';
import type { ContentType, Status } from '../schema/types.ts';
import { SearchInput } from '../ui/SearchInput.tsx';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import { FilterButton } from './filters/FilterButton.tsx';
import { SavedListsMenu } from './saved/SavedListsMenu.tsx';
import { type ListState, statuses, type Sort } from './listState.ts';
import classes from './lists.module.css';
import { type ColumnChoice, useColumnLabel } from './useColumns.ts';
import type { Column } from '../schema/columns.ts';

interface StatusSelectProps {
  readonly status: Status | undefined;
  readonly onChange: (status: Status | undefined) => void;
}

/** The value of the option for all documents. */
const any = '';

const StatusSelect = ({ status, onChange }: StatusSelectProps) => {
  const t = useTranslations('lists');
  const words = useTranslations('common.status');
  return (
    <Select
      className={classes.select}
      aria-label={t('status')}
      data={[{ value: any, label: t('anyStatus') }, ...statuses.map((value) => ({ value, label: words(value) }))]}
      value={status ?? any}
      onChange={(value) => {
        onChange(statuses.find((one) => one === value));
      }}
      allowDeselect={false}
    />
  );
};

interface SortSelectProps {
  readonly columns: readonly Column[];
  /** Undefined: the best matches come first. */
  readonly sort: Sort | undefined;
  readonly onChange: (sort: Sort) => void;
}

const SortSelect = ({ columns, sort, onChange }: SortSelectProps) => {
  const t = useTranslations('lists');
  const labelOf = useColumnLabel();
  const data = columns.flatMap((column) =>
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
          if (path !== null) onChange({ descending: sort?.descending ?? false, path });
        }}
        allowDeselect={false}
        className={classes.select}
      />
      {sort === undefined ? null : (
        <ActionIcon
          variant="default"
          size="input-sm"
          aria-label={sort.descending ? t('descending') : t('ascending')}
          onClick={() => {
            onChange({ ...sort, descending: !sort.descending });
          }}
        >
          {sort.descending ? <SortDescIcon /> : <SortAscIcon />}
        </ActionIcon>
      )}
    </Group>
  );
};

interface Props {
  readonly type: ContentType;
  readonly editView: boolean;
  readonly state: ListState;
  /** Undefined: the best matches come first. */
  readonly sort: Sort | undefined;
  readonly change: (part: Partial<ListState>, options?: { readonly push?: boolean }) => void;
  readonly choice: ColumnChoice;
  readonly isNarrow: boolean;
}

export const ListToolbar = ({ type, editView, state, sort, change, choice, isNarrow }: Props) => {
  const t = useTranslations('lists');
  const search = (
    <SearchInput
      className={classes.search}
      q={state.q}
      onSearch={(q) => {
        change({ q }, { push: false });
      }}
    />
  );
  const status = editView && type.draftAndPublish && (
    <StatusSelect
      status={state.status}
      onChange={(next) => {
        change({ status: next });
      }}
    />
  );
  const buttons = (
    <>
      <FilterButton type={type} conditions={state.conditions} change={change} isCompact={isNarrow} />
      <ColumnsMenu choice={choice} isCompact={isNarrow} />
      <SavedListsMenu type={type} state={state} sort={sort} choice={choice} isCompact={isNarrow} />
    </>
  );
  return (
    <search className={classes.tools} aria-label={t('tools')}>
      {isNarrow ? (
        <>
          <div className={classes.toolbar}>
            {search}
            {buttons}
          </div>
          <div className={classes.toolbar}>
            {status}
            {/* Cards have no headings to sort by. */}
            <SortSelect
              columns={choice.columns}
              sort={sort}
              onChange={(next) => {
                change({ sort: next });
              }}
            />
          </div>
        </>
      ) : (
        <div className={classes.toolbar}>
          {search}
          {status}
          {buttons}
        </div>
      )}
    </search>
  );
};
