// What logs the user in: a password, or the account at a provider.
import { Button, Card, Group, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { useEditor } from '../api/editor.ts';
import { linkedAccountQuery, unlinkAccount, type LinkedAccount } from '../api/providers.ts';
import { changePassword } from '../api/session.ts';
import { useSignInTexts } from '../messages/useSignInTexts.ts';
import { DialogButton } from '../ui/DialogButton.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { SubmitForm } from '../ui/SubmitForm.tsx';
import { TitledRow } from '../ui/TitledRow.tsx';
import { useAccountError } from './useAccountError.ts';
import { useCredential } from './useCredential.ts';
import { Hint } from '../ui/Hint.tsx';

interface Props {
  readonly account: LinkedAccount;
}

const UnlinkDialog = ({ account, onClose }: Props & { readonly onClose: () => void }) => {
  const t = useSignInTexts();
  const accountText = useTranslations('account');
  const explain = useAccountError();
  const queryClient = useQueryClient();
  const minLength = useEditor().settings.passwordMinLength;
  const password = useCredential('new-password');
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => unlinkAccount(account, password.value),
    onSuccess: () => {
      onClose();
      return queryClient.invalidateQueries();
    },
  });
  return (
    <FormDialog
      title={t('withPassword')}
      error={explain(error)}
      submitLabel={accountText('setPassword')}
      isPending={isPending}
      onSubmit={mutate}
      onClose={onClose}
    >
      <Text>{t('unlinkText', { label: account.label })}</Text>
      <PasswordInput
        label={accountText('newPassword')}
        description={accountText('passwordRule', { count: minLength })}
        data-autofocus
        minLength={minLength}
        {...password.inputProps}
      />
    </FormDialog>
  );
};

const LinkedAccountCard = ({ account }: Props) => {
  const t = useSignInTexts();
  const format = useFormatter();
  const { label, linkedAt, canUnlink } = account;
  return (
    <Card withBorder padding="lg">
      <Stack>
        <Title order={2} size="h4">
          {t('linkedAccount')}
        </Title>
        <TitledRow
          title={label}
          text={t('linkedSince', { time: format.dateTime(new Date(linkedAt), { dateStyle: 'long' }) })}
        >
          {canUnlink ? (
            <DialogButton variant="default" dialog={(close) => <UnlinkDialog account={account} onClose={close} />}>
              {t('unlink')}
            </DialogButton>
          ) : null}
        </TitledRow>
        <Hint>{t(canUnlink ? 'linkedText' : 'managedText', { label })}</Hint>
      </Stack>
    </Card>
  );
};

/** Changes the user's own password. */
const PasswordCard = () => {
  const t = useTranslations('account');
  const explain = useAccountError();
  const minLength = useEditor().settings.passwordMinLength;
  const current = useCredential('current-password');
  const next = useCredential('new-password');
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
        <PasswordInput label={t('currentPassword')} {...current.inputProps} />
        <PasswordInput
          label={t('newPassword')}
          description={t('passwordRule', { count: minLength })}
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

export const LoginCard = () => (
  <Loaded query={useQuery(linkedAccountQuery)} height={240}>
    {(account) => (account === null ? <PasswordCard /> : <LinkedAccountCard account={account} />)}
  </Loaded>
);
