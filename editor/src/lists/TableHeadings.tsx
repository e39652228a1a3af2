// The headings of the table: the checkbox for all rows, and the columns, which sort.
import { Checkbox, UnstyledButton } from '@mantine/core';
import { ArrowDownIcon, ArrowUpIcon } from '@primer/octicons-react';
import { useTranslations } from 'use-intl';
import type { Column } from '../schema/columns.ts';
import classes from './lists.module.css';
import { useColumnLabel } from './useColumns.ts';

interface SelectAllProps {
  readonly checked: boolean;
  readonly partly: boolean;
  readonly onChange: () => void;
}

export const SelectAll = ({ checked, partly, onChange }: SelectAllProps) => {
  const t = useTranslations('lists');
  return (
    <Checkbox
      size="xs"
      aria-label={t('selectAll')}
      checked={checked}
      indeterminate={partly && !checked}
      onChange={onChange}
    />
  );
};

interface HeadingProps {
  readonly column: Column;
  readonly sorted: false | 'asc' | 'desc';
  /** Undefined: the API cannot sort by it. */
  readonly onSort: ((event: unknown) => void) | undefined;
}

export const ColumnHeading = ({ column, sorted, onSort }: HeadingProps) => {
  const label = useColumnLabel()(column);
  const order = sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined;
  return (
    <th scope="col" aria-sort={order}>
      {onSort === undefined ? (
        label
      ) : (
        <UnstyledButton className={classes.sort} fz="inherit" onClick={onSort}>
          {label}
          {sorted === 'asc' ? <ArrowUpIcon size={12} /> : sorted === 'desc' ? <ArrowDownIcon size={12} /> : null}
        </UnstyledButton>
      )}
    </th>
  );
};
