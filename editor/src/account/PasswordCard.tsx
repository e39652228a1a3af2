// Changes the user's own password.
import { Alert, Button, Card, Group, PasswordInput, Stack, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useEditor } from '../api/editor.ts';
import { changePassword } from '../api/session.ts';
import { useTextValue } from '../ui/useTextValue.ts';
import { useAccountError } from './useAccountError.ts';

export const PasswordCard = () => {
  const t = useTranslations('account');
  const explain = useAccountError();
  const minLength = useEditor().settings.passwordMinLength;
  const current = useTextValue();
  const next = useTextValue();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => changePassword(current.value, next.value),
    onSuccess: () => {
      current.setValue('');
      next.setValue('');
      notifications.show({ message: t('passwordChanged'), color: 'green' });
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    mutate();
  };
  return (
    <Card withBorder padding="lg">
      <form onSubmit={submit}>
        <Stack>
          <Title order={2} size="h4">
            {t('changePassword')}
          </Title>
          {error === null ? null : (
            <Alert color="red" role="alert">
              {explain(error)}
            </Alert>
          )}
          <PasswordInput
            label={t('currentPassword')}
            autoComplete="current-password"
            required
            {...current.inputProps}
          />
          <PasswordInput
            label={t('newPassword')}
            description={t('passwordRule', { count: minLength })}
            autoComplete="new-password"
            required
            minLength={minLength}
            {...next.inputProps}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={isPending}>
              {t('changePassword')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
};
