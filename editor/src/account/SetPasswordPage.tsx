// Sets a password with the code of a one-time link. The code is in the fragment, which browsers send to no server.
import { Anchor, PasswordInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, Navigate, useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { pageSettings } from '../api/pageSettings.ts';
import { pendingFactorOf } from '../api/pendingFactor.ts';
import { setPassword, useSession } from '../api/session.ts';
import { AccountFrame } from './AccountFrame.tsx';
import { PendingLoginPage } from './lazyLogin.ts';
import { useAccountError } from './useAccountError.ts';
import { useCredential } from './useCredential.ts';

const codeIn = (hash: string): string => new URLSearchParams(hash.replace(/^#/, '')).get('code') ?? '';

export const SetPasswordPage = () => {
  const t = useTranslations('account');
  const explain = useAccountError();
  const [code] = useState(() => codeIn(location.hash));
  const password = useCredential('new-password');
  const { mutate, error, isPending, isSuccess } = useMutation({ mutationFn: () => setPassword(code, password.value) });
  const [isConfirmed, setIsConfirmed] = useState(false);
  const navigate = useNavigate();
  useEffect(() => {
    // The code leaves the address, and with it the history of the browser.
    history.replaceState(history.state, '', location.pathname);
  }, []);
  const session = useSession();
  if ((isSuccess || isConfirmed) && session === 'active') return <Navigate to="/" replace />;
  const pending = pendingFactorOf(error);
  if (pending !== undefined)
    return (
      <Suspense>
        <PendingLoginPage
          pending={pending}
          onLogin={() => setIsConfirmed(true)}
          onCancel={() => void navigate({ to: '/login' })}
        />
      </Suspense>
    );
  return (
    <AccountFrame
      title={t('newPasswordFor', { name: pageSettings.name })}
      submitLabel={t('setPassword')}
      error={code === '' ? t('errors.wrongCode') : explain(error)}
      pending={isPending}
      onSubmit={mutate}
      footer={
        <Anchor component={Link} to="/login" size="sm" ta="center">
          {t('backToLogin')}
        </Anchor>
      }
    >
      <PasswordInput
        label={t('newPassword')}
        description={t('passwordRule', { count: pageSettings.passwordLength })}
        autoFocus
        {...password.inputProps}
      />
    </AccountFrame>
  );
};
