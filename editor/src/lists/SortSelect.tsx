// Chooses the order of the cards.
import { ActionIcon, Group, Select } from '@mantine/core';
import { SortAscIcon, SortDescIcon } from '@primer/octicons-react';
import { useTranslations } from 'use-intl';
import type { Column } from '../schema/columns.ts';
import type { Sort } from './listState.ts';
import classes from './lists.module.css';
import { useColumnLabel } from './useColumnLabel.ts';

interface Props {
  readonly columns: readonly Column[];
  readonly sort: Sort;
  readonly onChange: (sort: Sort) => void;
}

export const SortSelect = ({ columns, sort, onChange }: Props) => {
  const t = useTranslations('lists');
  const labelOf = useColumnLabel();
  const data = columns.flatMap(({ name, sortPath }) =>
    sortPath === undefined ? [] : [{ value: sortPath, label: labelOf(name) }],
  );
  return (
    <Group gap={4} wrap="nowrap" className={classes.select}>
      <Select
        aria-label={t('sortBy')}
        placeholder={t('sortBy')}
        data={data}
        value={data.some(({ value }) => value === sort.path) ? sort.path : null}
        onChange={(path) => {
          if (path !== null) onChange({ ...sort, path });
        }}
        allowDeselect={false}
        className={classes.select}
      />
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
    </Group>
  );
};
