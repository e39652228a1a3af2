// Shows why something failed, with a button to try again.
import { Alert, Button, Group } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { isLoadError } from './isLoadError.ts';
import { isRefusal, useErrorText } from './useErrorText.ts';

interface Props {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

const reload = () => window.location.reload();

export const ErrorMessage = ({ error, onRetry }: Props) => {
  const t = useTranslations('common');
  const errorText = useErrorText();
  const isOutdated = isLoadError(error);
  const color = isOutdated ? 'blue' : 'red';
  const action = isOutdated ? reload : isRefusal(error) ? undefined : onRetry;
  return (
    <Alert color={color} role="alert">
      <Group justify="space-between">
        {isOutdated ? t('newVersion') : errorText(error)}
        {action === undefined ? null : (
          <Button variant="light" color={color} onClick={action}>
            {t(isOutdated ? 'reload' : 'retry')}
          </Button>
        )}
      </Group>
    </Alert>
  );
};
