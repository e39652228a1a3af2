// What logs the user in: a password, or the account at a provider.
import { Button, Card, PasswordInput, Skeleton, Stack, Text, Title } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { useEditor } from '../api/editor.ts';
import { linkedAccountQuery, unlinkAccount, type LinkedAccount } from '../api/providers.ts';
import { useSignInTexts } from '../messages/useSignInTexts.ts';
import { ErrorMessage } from '../ui/ErrorMessage.tsx';
import { FormButtons } from '../ui/FormButtons.tsx';
import { SubmitForm } from '../ui/SubmitForm.tsx';
import { useTextValue } from '../ui/useTextValue.ts';
import { AccountRow } from './AccountRow.tsx';
import { PasswordCard } from './PasswordCard.tsx';
import { useAccountError } from './useAccountError.ts';

interface Props {
  readonly account: LinkedAccount;
}

interface UnlinkProps extends Props {
  readonly minLength: number;
}

const UnlinkForm = ({ account, minLength }: UnlinkProps) => {
  const t = useSignInTexts();
  const accountText = useTranslations('account');
  const explain = useAccountError();
  const queryClient = useQueryClient();
  const password = useTextValue();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => unlinkAccount(account, password.value),
    onSuccess: () => {
      modals.closeAll();
      return queryClient.invalidateQueries();
    },
  });
  return (
    <SubmitForm error={explain(error)} onSubmit={mutate}>
      <Text>{t('unlinkText', { label: account.label })}</Text>
      <PasswordInput
        label={accountText('newPassword')}
        description={accountText('passwordRule', { count: minLength })}
        autoComplete="new-password"
        data-autofocus
        required
        withAsterisk={false}
        minLength={minLength}
        {...password.inputProps}
      />
      <FormButtons
        submitLabel={accountText('setPassword')}
        isPending={isPending}
        onCancel={() => {
          modals.closeAll();
        }}
      />
    </SubmitForm>
  );
};

const LinkedAccountCard = ({ account }: Props) => {
  const t = useSignInTexts();
  const format = useFormatter();
  const minLength = useEditor().settings.passwordMinLength;
  const { label, linkedAt, canUnlink } = account;
  return (
    <Card withBorder padding="lg">
      <Stack>
        <Title order={2} size="h4">
          {t('linkedAccount')}
        </Title>
        <AccountRow
          title={label}
          text={t('linkedSince', { time: format.dateTime(new Date(linkedAt), { dateStyle: 'long' }) })}
        >
          {canUnlink ? (
            <Button
              variant="default"
              onClick={() => {
                modals.open({
                  title: t('withPassword'),
                  children: <UnlinkForm account={account} minLength={minLength} />,
                });
              }}
            >
              {t('unlink')}
            </Button>
          ) : null}
        </AccountRow>
        <Text size="sm" c="dimmed">
          {t(canUnlink ? 'linkedText' : 'managedText', { label })}
        </Text>
      </Stack>
    </Card>
  );
};

export const LoginCard = () => {
  const { data, error, refetch } = useQuery(linkedAccountQuery);
  if (error !== null && data === undefined) return <ErrorMessage error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={240} />;
  return data === null ? <PasswordCard /> : <LinkedAccountCard account={data} />;
};
