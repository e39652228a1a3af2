// Changes the user's own password.
import { Button, Card, Group, PasswordInput, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useEditor } from '../api/editor.ts';
import { changePassword } from '../api/session.ts';
import { SubmitForm } from '../ui/SubmitForm.tsx';
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
  return (
    <Card withBorder padding="lg">
      <SubmitForm error={explain(error)} onSubmit={mutate}>
        <Title order={2} size="h4">
          {t('changePassword')}
        </Title>
        <PasswordInput
          label={t('currentPassword')}
          autoComplete="current-password"
          required
          withAsterisk={false}
          {...current.inputProps}
        />
        <PasswordInput
          label={t('newPassword')}
          description={t('passwordRule', { count: minLength })}
          autoComplete="new-password"
          required
          withAsterisk={false}
          minLength={minLength}
          {...next.inputProps}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={isPending}>
            {t('changePassword')}
          </Button>
        </Group>
      </SubmitForm>
    </Card>
  );
};
