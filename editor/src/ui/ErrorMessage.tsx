// Shows why something failed, with a button to try again.
import { Alert, Button, Group } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { isLoadError } from './isLoadError.ts';
import { isRefusal, useErrorText } from './useErrorText.ts';

interface Props {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

export const ErrorMessage = ({ error, onRetry }: Props) => {
  const t = useTranslations('common');
  const errorText = useErrorText();
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
  return (
    <Alert color="red" role="alert">
      <Group justify="space-between">
        {errorText(error)}
        {onRetry === undefined || isRefusal(error) ? null : (
          <Button variant="light" color="red" onClick={onRetry}>
            {t('retry')}
          </Button>
        )}
      </Group>
    </Alert>
  );
};
