// The conditions of the list's filter.
import { Group } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { ContentType } from '../../schema/types.ts';
import { formatConditions, type Condition } from '../conditions.ts';
import type { ListState } from '../listState.ts';
import { FilterPill } from './FilterPill.tsx';

interface Props {
  readonly type: ContentType;
  readonly conditions: readonly Condition[];
  readonly change: (part: Partial<ListState>) => void;
}

export const FilterPills = ({ type, conditions, change }: Props) => {
  const t = useTranslations('lists.filters');
  if (conditions.length === 0) return null;
  return (
    <Group gap={6} mt="xs" role="list" aria-label={t('title')}>
      {conditions.map((condition) => (
        <FilterPill
          key={formatConditions([condition])}
          type={type}
          condition={condition}
          onRemove={() => {
            change({ conditions: conditions.filter((one) => one !== condition) });
          }}
        />
      ))}
    </Group>
  );
};
