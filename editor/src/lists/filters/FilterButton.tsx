// Opens the conditions of the list's filter, and changes them in a dialog.
import { FilterIcon } from '@primer/octicons-react';
import { useState, type SyntheticEvent } from 'react';
import { useTranslations } from 'use-intl';
import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import type { ContentType } from '../../schema/types.ts';
import type { Condition } from '../conditions.ts';
import type { ListState } from '../listState.ts';
import { ToolButton } from '../ToolButton.tsx';
import { ConditionsEditor } from './ConditionsEditor.tsx';
import { newCondition, toDraft, usableConditions, type DraftCondition } from './draftConditions.ts';

interface FilterDialogProps {
  readonly type: ContentType;
  readonly conditions: readonly Condition[];
  readonly onApply: (conditions: readonly Condition[]) => void;
  readonly onClose: () => void;
}

const FilterDialog = ({ type, conditions, onApply, onClose }: FilterDialogProps) => {
  const t = useTranslations('lists.filters');
  const words = useTranslations('common');
  const [drafts, setDrafts] = useState<readonly DraftCondition[]>(() =>
    conditions.length === 0 ? [newCondition()] : conditions.map(toDraft),
  );
  const apply = (event: SyntheticEvent) => {
    event.preventDefault();
    onApply(usableConditions(drafts));
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
          <ConditionsEditor type={type} drafts={drafts} onChange={setDrafts} />
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
