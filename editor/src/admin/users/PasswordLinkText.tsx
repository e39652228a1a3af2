// The one-time link with which a user sets a password. It is shown once.
import { Stack, Text } from '@mantine/core';
import { useFormatter, useTranslations } from 'use-intl';
import type { PasswordLink } from '../../api/users.ts';
import { CopyField } from '../../ui/CopyField.tsx';

export const PasswordLinkText = ({ link }: { readonly link: PasswordLink }) => {
  const t = useTranslations('admin.users');
  const format = useFormatter();
  const until = format.dateTime(new Date(link.expiresAt), { dateStyle: 'full', timeStyle: 'short' });
  return (
    <Stack>
      <Text>{t(link.mailed === true ? 'linkMailed' : 'linkText', { until })}</Text>
      <CopyField label={t('linkLabel')} value={link.url} />
    </Stack>
  );
};
