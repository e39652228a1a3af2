// Restricts a permission to some documents: those that the user created, those that match a filter, or both.
import { Button, Group, JsonInput, Modal, Stack, Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { RoleAction } from '../../api/roles.ts';

interface Props {
  /** What the permission is called. */
  readonly title: string;
  readonly action: RoleAction;
  readonly onClose: () => void;
  readonly onSave: (action: RoleAction) => void;
}

/** @returns undefined if the text is no JSON object */
const parseFilters = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
};

export const ConditionDialog = ({ title, action, onClose, onSave }: Props) => {
  const t = useTranslations('admin.roles');
  const common = useTranslations('common');
  const [own, setOwn] = useState(action.own === true);
  const [text, setText] = useState(action.filters === undefined ? '' : JSON.stringify(action.filters, undefined, 2));
  const filters = text.trim() === '' ? {} : parseFilters(text);
  const save = () => {
    if (filters === undefined) return;
    const isEmpty = Object.keys(filters).length === 0;
    onSave({ enabled: true, ...(own ? { own } : {}), ...(isEmpty ? {} : { filters }) });
  };
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack>
        <Switch
          label={t('own')}
          description={t('ownHint')}
          checked={own}
          onChange={(event) => {
            setOwn(event.currentTarget.checked);
          }}
        />
        <JsonInput
          label={t('filters')}
          description={t('filtersHint')}
          placeholder='{ "topic": { "slug": { "$eq": "news" } } }'
          autosize
          minRows={4}
          formatOnBlur
          value={text}
          error={filters === undefined ? t('filtersFault') : undefined}
          onChange={setText}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button onClick={save} disabled={filters === undefined}>
            {t('apply')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
};
