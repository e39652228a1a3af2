// Several conditions, and a button to add one.
import { Button, Group } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { useTranslations } from 'use-intl';
import type { ContentType } from '../../schema/types.ts';
import { ConditionFields } from './ConditionFields.tsx';
import { newCondition, type DraftCondition } from './draftConditions.ts';

interface Props {
  readonly type: ContentType;
  readonly drafts: readonly DraftCondition[];
  readonly onChange: (drafts: readonly DraftCondition[]) => void;
}

export const ConditionsEditor = ({ type, drafts, onChange }: Props) => {
  const t = useTranslations('lists.filters');
  return (
    <>
      {drafts.map((draft, index) => (
        <ConditionFields
          key={draft.id}
          type={type}
          number={index + 1}
          condition={draft}
          onChange={(next) => {
            onChange(drafts.map((one) => (one === draft ? next : one)));
          }}
          onRemove={() => {
            onChange(drafts.filter((one) => one !== draft));
          }}
        />
      ))}
      <Group justify="flex-start">
        <Button
          variant="subtle"
          leftSection={<PlusIcon />}
          onClick={() => {
            onChange([...drafts, newCondition()]);
          }}
        >
          {t('add')}
        </Button>
      </Group>
    </>
  );
};
