// Edits the conditions of a filter; the list changes when they are applied.
import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { useState, type SyntheticEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { ContentType } from '../../schema/types.ts';
import type { Condition } from '../conditions.ts';
import { isComplete } from '../fittingOperators.ts';
import { ConditionFields, type DraftCondition } from './ConditionFields.tsx';

interface Props {
  readonly type: ContentType;
  readonly conditions: readonly Condition[];
  readonly onApply: (conditions: readonly Condition[]) => void;
  readonly onClose: () => void;
}

let nextId = 0;

/** Conditions change their place, so that each needs an identity. */
const toDraft = (condition: Condition): DraftCondition => {
  nextId += 1;
  return { ...condition, id: nextId };
};

const newCondition = (): DraftCondition => toDraft({ path: [], operator: '', values: [] });

const isUsable = ({ path, operator, values }: Condition): boolean =>
  path.length > 0 && operator !== '' && isComplete(operator, values);

export const FilterDialog = ({ type, conditions, onApply, onClose }: Props) => {
  const t = useTranslations('lists.filters');
  const words = useTranslations('common');
  const [drafts, setDrafts] = useState(() => (conditions.length === 0 ? [newCondition()] : conditions.map(toDraft)));
  const apply = (event: SyntheticEvent) => {
    event.preventDefault();
    onApply(
      drafts
        .map(({ path, operator, values }) => ({ path, operator, values: values.filter((value) => value !== '') }))
        .filter(isUsable),
    );
    onClose();
  };
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      title={t('title')}
      closeButtonProps={{ 'aria-label': words('close') }}
    >
      <form onSubmit={apply}>
        <Stack>
          <Text size="sm" c="dimmed">
            {t('none')}
          </Text>
          {drafts.map((draft, index) => (
            <ConditionFields
              key={draft.id}
              type={type}
              number={index + 1}
              condition={draft}
              onChange={(next) => {
                setDrafts(drafts.map((one) => (one === draft ? next : one)));
              }}
              onRemove={() => {
                setDrafts(drafts.filter((one) => one !== draft));
              }}
            />
          ))}
          <Group justify="flex-start">
            <Button
              variant="subtle"
              leftSection={<PlusIcon />}
              onClick={() => {
                setDrafts([...drafts, newCondition()]);
              }}
            >
              {t('add')}
            </Button>
          </Group>
          <Group justify="space-between">
            <Button
              variant="default"
              onClick={() => {
                onApply([]);
                onClose();
              }}
            >
              {t('clear')}
            </Button>
            <Button type="submit">{t('apply')}</Button>
          </Group>
        </Stack>
      </form>
    </Drawer>
  );
};
