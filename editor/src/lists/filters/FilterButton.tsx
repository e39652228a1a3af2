// Opens the conditions of the list's filter.
import { Button } from '@mantine/core';
import { FilterIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ContentType } from '../../schema/types.ts';
import type { Condition } from '../conditions.ts';
import type { ListState } from '../listState.ts';
import { FilterDialog } from './FilterDialog.tsx';

interface Props {
  readonly type: ContentType;
  readonly conditions: readonly Condition[];
  readonly change: (part: Partial<ListState>) => void;
}

export const FilterButton = ({ type, conditions, change }: Props) => {
  const t = useTranslations('lists.filters');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant={conditions.length > 0 ? 'light' : 'default'}
        leftSection={<FilterIcon />}
        aria-haspopup="dialog"
        onClick={() => {
          setOpened(true);
        }}
      >
        {conditions.length > 0 ? t('active', { count: conditions.length }) : t('button')}
      </Button>
      {opened ? (
        <FilterDialog
          type={type}
          conditions={conditions}
          onApply={(next) => {
            change({ conditions: next });
          }}
          onClose={() => {
            setOpened(false);
          }}
        />
      ) : null}
    </>
  );
};
