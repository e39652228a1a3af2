// The conditions of the list's filter in words, each with a button that removes it.
import { Group, Pill } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { ContentType } from '../../schema/types.ts';
import type { Condition } from '../conditions.ts';
import type { ListState } from '../listState.ts';
import { useConditionText } from './useConditionText.ts';

interface Props {
  readonly type: ContentType;
  readonly conditions: readonly Condition[];
  readonly change: (part: Partial<ListState>) => void;
}

export const FilterPills = ({ type, conditions, change }: Props) => {
  const t = useTranslations('lists.filters');
  const textOf = useConditionText(type);
  if (conditions.length === 0) return null;
  return (
    <Group gap={6} mt="xs" role="list" aria-label={t('title')}>
      {conditions.map((condition, index) => {
        const text = textOf(condition);
        return (
          <Pill
            key={index}
            role="listitem"
            withRemoveButton
            removeButtonProps={{ 'aria-label': t('removeNamed', { text }), 'aria-hidden': false, tabIndex: 0 }}
            onRemove={() => {
              change({ conditions: conditions.filter((one) => one !== condition) });
            }}
          >
            {text}
          </Pill>
        );
      })}
    </Group>
  );
};
