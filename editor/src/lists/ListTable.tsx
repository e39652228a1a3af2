// The documents as a table; only the rows in view are on the page.
import {
  createColumnHelper,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type SortingState,
  type Updater,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { ListedDocument } from '../api/documents.ts';
import type { Column } from '../schema/columns.ts';
import { ColumnHeading, SelectAll } from './TableHeadings.tsx';
import classes from './lists.module.css';
import type { RowsProps } from './rowsProps.ts';
import { TableRow } from './TableRow.tsx';
import { useVirtualRows } from './useVirtualRows.ts';

const features = tableFeatures({ rowSelectionFeature, rowSortingFeature });
const helper = createColumnHelper<typeof features, ListedDocument>();

/** In pixels, as in the style sheet. */
const rowHeight = 48;
const headerHeight = 40;

const widths: Partial<Record<Column['type'], number>> = {
  status: 150,
  boolean: 110,
  integer: 110,
  date: 130,
  time: 100,
  datetime: 190,
  timestamp: 190,
  media: 140,
  enumeration: 120,
  relation: 150,
};
const titleWidth = 240;
const checkboxWidth = 56;

const widthOf = (column: Column, index: number): number => (index === 0 ? titleWidth : (widths[column.type] ?? 180));

export const ListTable = (props: RowsProps) => {
  const { type, columns, picture, documents, selection, state, sort, change, isOutdated, isLoadingMore } = props;
  const t = useTranslations('lists');
  const { scroller, virtualizer, handlers } = useVirtualRows({
    ...props,
    ...{ count: documents.length, rowHeight, headerHeight },
  });
  const definitions = useMemo(
    () =>
      columns.map((column) =>
        helper.accessor(({ values }) => values[column.name], {
          id: column.name,
          enableSorting: column.sortPath !== undefined,
          // The newest first; everything else from the smallest.
          sortDescFirst: column.type === 'datetime' || column.type === 'date',
        }),
      ),
    [columns],
  );
  const sorted = columns.find(({ sortPath }) => sortPath !== undefined && sortPath === sort?.path);
  const sorting = sorted === undefined ? [] : [{ id: sorted.name, desc: sort?.descending === true }];
  const table = useTable({
    features,
    columns: definitions,
    data: documents,
    getRowId: ({ documentId }) => documentId,
    manualSorting: true,
    enableMultiSort: false,
    enableSortingRemoval: false,
    state: { sorting, rowSelection: selection.state },
    onRowSelectionChange: selection.set,
    onSortingChange: (update: Updater<SortingState>) => {
      const [next] = typeof update === 'function' ? update(sorting) : update;
      const path = columns.find(({ name }) => name === next?.id)?.sortPath;
      if (next !== undefined && path !== undefined) change({ sort: { path, descending: next.desc } });
    },
  });
  const items = virtualizer.getVirtualItems();
  const rows = table.getRowModel().rows;
  const before = items[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  const span = columns.length + 1;
  return (
    <div ref={scroller} className={`${classes.scroller} ${isOutdated ? classes.outdated : ''}`} {...handlers}>
      <table
        className={classes.table}
        style={{ minWidth: columns.reduce((sum, column, index) => sum + widthOf(column, index), checkboxWidth) }}
        aria-label={t('title')}
        aria-busy={isOutdated}
        aria-rowcount={isLoadingMore ? -1 : documents.length + 1}
      >
        <colgroup>
          <col style={{ width: checkboxWidth }} />
          {columns.map((column, index) => (
            <col key={column.name} style={index === 0 ? undefined : { width: widthOf(column, index) }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <th>
              <SelectAll
                checked={table.getIsAllRowsSelected()}
                partly={table.getIsSomeRowsSelected()}
                onChange={() => {
                  table.toggleAllRowsSelected();
                }}
              />
            </th>
            {columns.map((column) => {
              const sortable = table.getColumn(column.name);
              return (
                <ColumnHeading
                  key={column.name}
                  column={column}
                  sorted={sortable?.getIsSorted() ?? false}
                  onSort={sortable?.getCanSort() === true ? sortable.getToggleSortingHandler() : undefined}
                />
              );
            })}
          </tr>
        </thead>
        <tbody>
          <Spacer height={before} span={span} />
          {items.map(({ index, key }) => {
            const row = rows[index];
            return row === undefined ? null : (
              <TableRow
                key={key}
                index={index}
                type={type}
                locale={state.locale}
                columns={columns}
                picture={picture}
                document={row.original}
                isSelected={row.getIsSelected()}
                onToggle={selection.toggle}
              />
            );
          })}
          <Spacer height={after} span={span} />
          {isLoadingMore ? (
            <tr>
              <td colSpan={span}>{t('loadingMore')}</td>
            </tr>
          ) : null}
        </tbody>
      </table>
    </div>
  );
};

/** Stands for the rows that are not on the page. */
const Spacer = ({ height, span }: { readonly height: number; readonly span: number }) =>
  height === 0 ? null : (
    <tr className={classes.spacer} aria-hidden>
      <td colSpan={span} style={{ height }} />
    </tr>
  );
