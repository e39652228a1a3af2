// The tools of a list: search, status, filters, order (for cards) and columns.
import { Select } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { ContentType } from '../schema/types.ts';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import { FilterButton } from './filters/FilterButton.tsx';
import { statuses, type ListState } from './listState.ts';
import classes from './lists.module.css';
import { SearchInput } from './SearchInput.tsx';
import { SortSelect } from './SortSelect.tsx';
import type { ColumnChoice } from './useColumns.ts';

interface Props {
  readonly type: ContentType;
  readonly editView: boolean;
  readonly state: ListState;
  readonly change: (part: Partial<ListState>, options?: { readonly push?: boolean }) => void;
  readonly choice: ColumnChoice;
  /** Cards have no headings to sort by. */
  readonly isNarrow: boolean;
}

export const ListToolbar = ({ type, editView, state, change, choice, isNarrow }: Props) => {
  const t = useTranslations('lists');
  const words = useTranslations('common.status');
  return (
    <div className={classes.toolbar} role="search">
      <SearchInput
        q={state.q}
        onSearch={(q) => {
          change({ q }, { push: false });
        }}
      />
      {editView && type.draftAndPublish ? (
        <Select
          aria-label={t('status')}
          placeholder={t('anyStatus')}
          data={statuses.map((status) => ({ value: status, label: words(status) }))}
          value={state.status ?? null}
          onChange={(value) => {
            change({ status: statuses.find((one) => one === value) });
          }}
          clearable
          w={170}
        />
      ) : null}
      {isNarrow ? (
        <SortSelect
          columns={choice.columns}
          sort={state.sort}
          onChange={(sort) => {
            change({ sort });
          }}
        />
      ) : null}
      <FilterButton type={type} conditions={state.conditions} change={change} />
      <ColumnsMenu choice={choice} />
    </div>
  );
};
