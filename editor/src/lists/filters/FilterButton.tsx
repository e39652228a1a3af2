// Opens the conditions of the list's filter, and changes them in a dialog.
import { Button, Drawer, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { FilterIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { SubmitForm } from '../../ui/SubmitForm.tsx';
import { ToolButton } from '../ToolButton.tsx';
import { useList } from '../useList.ts';
import { ConditionsEditor } from './ConditionsEditor.tsx';
import { newCondition, toDraft, usableConditions, type DraftCondition } from './draftConditions.ts';

const FilterDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { type, state, change } = useList();
  const { conditions } = state;
  const t = useTranslations('lists.filters');
  const words = useTranslations('common');
  const [drafts, setDrafts] = useState<readonly DraftCondition[]>(() =>
    conditions.length === 0 ? [newCondition()] : conditions.map(toDraft),
  );
  const apply = (next: readonly DraftCondition[]) => () => {
    change({ conditions: usableConditions(next) });
    onClose();
  };
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      title={t('button')}
      closeButtonProps={{ 'aria-label': words('close') }}
    >
      <SubmitForm onSubmit={apply(drafts)}>
        <Text size="sm" c="dimmed">
          {t('none')}
        </Text>
        <ConditionsEditor type={type} drafts={drafts} onChange={setDrafts} />
        <Group justify="space-between">
          <Button variant="default" onClick={apply([])}>
            {t('clear')}
          </Button>
          <Button type="submit">{t('apply')}</Button>
        </Group>
      </SubmitForm>
    </Drawer>
  );
};

export const FilterButton = () => {
  const { conditions } = useList().state;
  const t = useTranslations('lists.filters');
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <ToolButton
        icon={<FilterIcon />}
        label={conditions.length > 0 ? t('active', { count: conditions.length }) : t('button')}
        isActive={conditions.length > 0}
        onClick={open}
      />
      {opened ? <FilterDialog onClose={close} /> : null}
    </>
  );
};
