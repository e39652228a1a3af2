// The login.
import { Anchor, PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, Navigate, useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { hasPasskeys } from '../api/hasPasskeys.ts';
import { pageSettings } from '../api/pageSettings.ts';
import { pendingFactorOf } from '../api/pendingFactor.ts';
import { login, useEndReason, useSession } from '../api/session.ts';
import { AccountCard, AccountForm } from './AccountFrame.tsx';
import { PasskeyLogin, PendingLoginPage, ProviderLogins, ReturnFromProvider, SessionEndReason } from './lazyLogin.ts';
import { returnAddress } from './returnAddress.ts';
import { useAccountError } from './useAccountError.ts';
import { useCredential } from './useCredential.ts';

export const LoginPage = () => {
  const t = useTranslations('account');
  const explain = useAccountError();
  const session = useSession();
  const from = returnAddress(location.search);
  const endReason = useEndReason();
  const identifier = useCredential('username');
  const password = useCredential('current-password');
  const [usesPassword, setUsesPassword] = useState(pageSettings.passwords);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: async () => {
      await login(identifier.value, password.value);
      const { offerPasskey } = await import('./factors/offerPasskey.tsx');
      void offerPasskey(queryClient, () => void navigate({ to: '/account' }));
    },
  });
  useEffect(() => {
    // What the last user read is not for the next one.
    queryClient.clear();
  }, [queryClient]);
  if (session === 'active') return <Navigate to={from} replace />;
  const pending = pendingFactorOf(error);
  if (pending !== undefined)
    return (
      <Suspense>
        <PendingLoginPage
          pending={pending}
          onCancel={() => {
            reset();
            password.setValue('');
          }}
        />
      </Suspense>
    );
  return (
    <AccountCard title={t('welcome', { name: pageSettings.name })}>
      <Suspense>
        {endReason === undefined ? null : <SessionEndReason reason={endReason} />}
        {error === null ? <ReturnFromProvider /> : null}
      </Suspense>
      {usesPassword ? (
        <AccountForm
          submitLabel={t('login')}
          error={explain(error)}
          pending={isPending}
          onSubmit={mutate}
          footer={
            <Anchor component={Link} to="/forgot-password" size="sm" ta="center">
              {t('forgotPassword')}
            </Anchor>
          }
        >
          <TextInput label={t('identifier')} autoFocus {...identifier.inputProps} />
          <PasswordInput label={t('password')} {...password.inputProps} />
        </AccountForm>
      ) : null}
      <Suspense>
        <ProviderLogins from={from} usesPassword={usesPassword} onUsePassword={() => setUsesPassword(true)}>
          {usesPassword && pageSettings.passkeys && hasPasskeys() ? <PasskeyLogin /> : null}
        </ProviderLogins>
      </Suspense>
    </AccountCard>
  );
};
