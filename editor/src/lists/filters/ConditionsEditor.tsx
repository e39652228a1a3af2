// Several conditions, with “and” or “or” between them, and a button to add one.
import { Button, Group, SegmentedControl } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { Fragment } from 'react';
import { useTranslations } from 'use-intl';
import type { ContentType } from '../../schema/types.ts';
import { withoutCondition } from '../conditions.ts';
import { ConditionFields } from './ConditionFields.tsx';
import { newCondition, type DraftCondition } from './draftConditions.ts';

interface Props {
  readonly type: ContentType;
  readonly drafts: readonly DraftCondition[];
  readonly onChange: (drafts: readonly DraftCondition[]) => void;
}

export const ConditionsEditor = ({ type, drafts, onChange }: Props) => {
  const t = useTranslations('lists.filters');
  const replace = (draft: DraftCondition, next: DraftCondition): void => {
    onChange(drafts.map((one) => (one === draft ? next : one)));
  };
  return (
    <>
      {drafts.map((draft, index) => (
        <Fragment key={draft.id}>
          {index === 0 ? null : (
            <SegmentedControl
              size="xs"
              aria-label={t('join', { number: index + 1 })}
              data={(['and', 'or'] as const).map((value) => ({ value, label: t(value) }))}
              value={draft.isAlternative === true ? 'or' : 'and'}
              onChange={(value) => {
                replace(draft, { ...draft, isAlternative: value === 'or' ? true : undefined });
              }}
            />
          )}
          <ConditionFields
            type={type}
            number={index + 1}
            condition={draft}
            onChange={(next) => {
              replace(draft, next);
            }}
            onRemove={() => {
              onChange(withoutCondition(drafts, draft));
            }}
          />
        </Fragment>
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
