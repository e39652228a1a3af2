// The documents as a table; only the rows in view are on the page.
import { Button, Checkbox } from '@mantine/core';
import { ArrowDownIcon, ArrowUpIcon } from '@primer/octicons-react';
import { useNavigate } from '@tanstack/react-router';
import { memo, type MouseEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { ListedDocument } from '../api/documents.ts';
import type { Column } from '../schema/columns.ts';
import type { ContentType } from '../schema/types.ts';
import { CellValue } from './CellValue.tsx';
import { DocumentLink } from './DocumentLink.tsx';
import type { Sort } from './listState.ts';
import { titleOf } from './titleOf.ts';
import { useColumnLabel } from './useColumns.ts';
import { useList } from './useList.ts';
import { useVirtualRows } from './useVirtualRows.ts';
import classes from './lists.module.css';

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
const titleWidth = 220;
const checkboxWidth = 56;

const widthOf = (column: Column, index: number): number => (index === 0 ? titleWidth : (widths[column.type] ?? 180));

interface RowProps {
  readonly index: number;
  readonly type: ContentType;
  readonly locale: string | undefined;
  readonly columns: readonly Column[];
  readonly document: ListedDocument;
  readonly isSelected: boolean;
  readonly onToggle: (documentId: string) => void;
}

/** A click anywhere opens the document; the keyboard uses the link. */
const TableRow = memo(({ index, type, locale, columns, document, isSelected, onToggle }: RowProps) => {
  const t = useTranslations('lists');
  const navigate = useNavigate();
  const [title, ...others] = columns;
  const { documentId } = document;
  const open = ({ target, defaultPrevented }: MouseEvent) => {
    if (defaultPrevented || (target instanceof Element && target.closest('a, input, label') !== null)) return;
    // Text that is being selected is not a click.
    if (getSelection()?.type === 'Range') return;
    const search = locale === undefined ? {} : { locale };
    void navigate({ to: '/content/$type/$documentId', params: { type: type.name, documentId }, search });
  };
  return (
    <tr
      className={classes.row}
      data-index={index}
      data-selected={isSelected || undefined}
      aria-rowindex={index + 2}
      onClick={open}
    >
      <td>
        <Checkbox
          size="xs"
          aria-label={t('select', { title: titleOf(document, title) ?? t('untitled') })}
          checked={isSelected}
          onChange={() => onToggle(documentId)}
        />
      </td>
      <th scope="row">
        <DocumentLink document={document} />
      </th>
      {others.map((column) => (
        <td key={column.name}>
          <CellValue column={column} document={document} />
        </td>
      ))}
    </tr>
  );
});
TableRow.displayName = 'TableRow';

/** The heading of a column, which sorts by it if the API can. */
const ColumnHeading = ({ column }: { readonly column: Column }) => {
  const { sort, change } = useList();
  const label = useColumnLabel()(column);
  const { sortPath: path, type } = column;
  if (path === undefined) return <th scope="col">{label}</th>;
  const isSorted = path === sort?.path;
  // The newest first; everything else from the smallest.
  const next: Sort = { path, descending: isSorted ? !sort.descending : type === 'datetime' || type === 'date' };
  const Icon = sort?.descending === true ? ArrowDownIcon : ArrowUpIcon;
  return (
    <th scope="col" aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : undefined}>
      <Button
        {...{ variant: 'transparent', color: 'gray', size: 'compact-sm', px: 0, fw: 'inherit', c: 'inherit' }}
        rightSection={isSorted ? <Icon size={12} /> : null}
        onClick={() => change({ sort: next })}
      >
        {label}
      </Button>
    </th>
  );
};

export const ListTable = () => {
  const { type, state, choice, selection, pages } = useList();
  const { columns } = choice;
  const { documents, isPlaceholderData: isOutdated, hasNextPage } = pages;
  const t = useTranslations('lists');
  const { scrollerProps, virtualizer } = useVirtualRows(rowHeight, headerHeight);
  const items = virtualizer.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  const span = columns.length + 1;
  const selectedCount = documents.filter(({ documentId }) => selection.state[documentId]).length;
  const areAllSelected = selectedCount === documents.length;
  return (
    <div {...scrollerProps}>
      <table
        className={classes.table}
        style={{ minWidth: columns.reduce((sum, column, index) => sum + widthOf(column, index), checkboxWidth) }}
        aria-label={t('title')}
        aria-busy={isOutdated}
        aria-rowcount={hasNextPage ? -1 : documents.length + 1}
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
              <Checkbox
                size="xs"
                aria-label={t('selectAll')}
                checked={areAllSelected}
                indeterminate={selectedCount > 0 && !areAllSelected}
                onChange={areAllSelected ? selection.clear : selection.selectLoaded}
              />
            </th>
            {columns.map((column) => (
              <ColumnHeading key={column.name} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer height={before} span={span} />
          {items.map(({ index, key }) => {
            const document = documents[index];
            return document === undefined ? null : (
              <TableRow
                key={key}
                {...{ index, type, columns, document, locale: state.locale }}
                isSelected={selection.state[document.documentId] === true}
                onToggle={selection.toggle}
              />
            );
          })}
          <Spacer height={after} span={span} />
          {hasNextPage ? (
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
