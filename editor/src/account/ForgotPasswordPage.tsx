// Mails a link to set a new password. The answer does not say whether a user has the address.
import { Alert, Anchor, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { requestPasswordLink } from '../api/account.ts';
import { AccountFrame } from './AccountFrame.tsx';
import { useAccountError } from './useAccountError.ts';
import { useCredential } from './useCredential.ts';

export const ForgotPasswordPage = () => {
  const t = useTranslations('account');
  const explain = useAccountError();
  const email = useCredential('email');
  const { mutate, error, isPending, isSuccess } = useMutation({ mutationFn: () => requestPasswordLink(email.value) });
  return (
    <AccountFrame
      title={t('forgotPassword')}
      submitLabel={t('sendLink')}
      error={explain(error)}
      pending={isPending}
      onSubmit={mutate}
      footer={
        <Anchor component={Link} to="/login" size="sm" ta="center">
          {t('backToLogin')}
        </Anchor>
      }
    >
      {isSuccess ? (
        <Alert color="green" role="status">
          {t('linkSent')}
        </Alert>
      ) : null}
      <TextInput
        label={t('email')}
        description={t('forgotPasswordText')}
        type="email"
        autoFocus
        {...email.inputProps}
      />
    </AccountFrame>
  );
};
