// The key of a token. It is shown once.
import { Alert, Stack } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { CopyField } from '../../ui/CopyField.tsx';

export const TokenKeyText = ({ accessKey }: { readonly accessKey: string }) => {
  const t = useTranslations('admin.tokens');
  return (
    <Stack>
      <Alert color="yellow">{t('keyText')}</Alert>
      <CopyField label={t('key')} value={accessKey} />
    </Stack>
  );
};
