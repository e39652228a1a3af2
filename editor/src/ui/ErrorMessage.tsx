// Shows why something failed, with a button to try again.
import { Alert, Button, Group } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { ApiError } from '../api/client.ts';
import { isLoadError } from './isLoadError.ts';

interface Props {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

export const ErrorMessage = ({ error, onRetry }: Props) => {
  const t = useTranslations('common');
  if (isLoadError(error))
    return (
      <Alert color="blue" role="alert">
        <Group justify="space-between">
          {t('newVersion')}
          <Button
            variant="light"
            onClick={() => {
              window.location.reload();
            }}
          >
            {t('reload')}
          </Button>
        </Group>
      </Alert>
    );
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
