// Says which locale is beside the form, and ends it.
import { ActionIcon, Group, Text } from '@mantine/core';
import { XIcon } from '@primer/octicons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useLocaleName } from '../../api/locales.ts';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import type { BesideSource } from './useBeside.ts';

export const BesideBar = ({ beside }: { readonly beside: BesideSource }) => {
  const t = useTranslations('document.locales');
  const navigate = useNavigate();
  const name = useLocaleName()(beside.locale);
  return (
    <div>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" c="dimmed">
          {t(beside.isMissing ? 'besideMissing' : 'besideText', { locale: name })}
        </Text>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('closeBeside', { locale: name })}
          onClick={() =>
            void navigate({ to: '.', search: (search) => ({ ...search, beside: undefined }), ignoreBlocker: true })
          }
        >
          <XIcon />
        </ActionIcon>
      </Group>
      {beside.error === null ? null : <ErrorMessage error={beside.error} />}
    </div>
  );
};
