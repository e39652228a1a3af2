// The tools of a list: search, status, filters, columns, and the order of cards.
import { useTranslations } from 'use-intl';
import type { ContentType } from '../schema/types.ts';
import { SearchInput } from '../ui/SearchInput.tsx';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import { FilterButton } from './filters/FilterButton.tsx';
import type { ListState } from './listState.ts';
import classes from './lists.module.css';
import { SortSelect } from './SortSelect.tsx';
import { StatusSelect } from './StatusSelect.tsx';
import type { ColumnChoice } from './useColumns.ts';

interface Props {
  readonly type: ContentType;
  readonly editView: boolean;
  readonly state: ListState;
  readonly change: (part: Partial<ListState>, options?: { readonly push?: boolean }) => void;
  readonly choice: ColumnChoice;
  readonly isNarrow: boolean;
}

export const ListToolbar = ({ type, editView, state, change, choice, isNarrow }: Props) => {
  const t = useTranslations('lists');
  const search = (
    <SearchInput
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
              sort={state.sort}
              onChange={(sort) => {
                change({ sort });
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
