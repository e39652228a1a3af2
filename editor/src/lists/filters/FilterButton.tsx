// Opens the conditions of the list's filter.
import { FilterIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ContentType } from '../../schema/types.ts';
import type { Condition } from '../conditions.ts';
import type { ListState } from '../listState.ts';
import { ToolButton } from '../ToolButton.tsx';
import { FilterDialog } from './FilterDialog.tsx';

interface Props {
  readonly type: ContentType;
  readonly conditions: readonly Condition[];
  readonly change: (part: Partial<ListState>) => void;
  readonly isCompact: boolean;
}

export const FilterButton = ({ type, conditions, change, isCompact }: Props) => {
  const t = useTranslations('lists.filters');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <ToolButton
        icon={<FilterIcon />}
        label={conditions.length > 0 ? t('active', { count: conditions.length }) : t('button')}
        isCompact={isCompact}
        isActive={conditions.length > 0}
        onClick={() => {
          setOpened(true);
        }}
      />
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
