// Shows why something failed, with a button to try again.
import { Alert, Button, Group } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { ApiError } from '../api/client.ts';

interface Props {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

export const ErrorMessage = ({ error, onRetry }: Props) => {
  const t = useTranslations('common');
  const message = error instanceof Error ? error.message : String(error);
  const isOffline = error instanceof ApiError && error.status === 0;
  return (
    <Alert color="red" role="alert">
      <Group justify="space-between">
        {isOffline ? t('noConnection') : t('unexpectedError', { message })}
        {onRetry === undefined ? null : (
          <Button variant="light" color="red" onClick={onRetry}>
            {t('retry')}
          </Button>
        )}
      </Group>
    </Alert>
  );
};
