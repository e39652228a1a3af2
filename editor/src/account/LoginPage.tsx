// The login.
import { Anchor, PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { pageSettings } from '../api/pageSettings.ts';
import { login, useSession } from '../api/session.ts';
import { useTextValue } from '../ui/useTextValue.ts';
import { AccountFrame } from './AccountFrame.tsx';
import { useAccountError } from './useAccountError.ts';

const ProviderLogins = lazy(async () => ({ default: (await import('./ProviderLogins.tsx')).ProviderLogins }));

/**
 * @param search of the login's address: `?from=%2Fcontent%2Farticles`
 * @returns a path inside of the editor; never an address of another site
 */
const returnAddress = (search: string): string => {
  const from = new URLSearchParams(search).get('from') ?? '/';
  // A browser reads `//` and `/\` as the beginning of another host.
  return /^\/(?![/\\])/.test(from) ? from : '/';
};

export const LoginPage = () => {
  const t = useTranslations('account');
  const explain = useAccountError();
  const session = useSession();
  const identifier = useTextValue();
  const password = useTextValue();
  const { mutate, error, isPending } = useMutation({ mutationFn: () => login(identifier.value, password.value) });
  const queryClient = useQueryClient();
  useEffect(() => {
    // What the last user read is not for the next one.
    queryClient.clear();
  }, [queryClient]);
  if (session === 'active') return <Navigate to={returnAddress(location.search)} replace />;
  return (
    <AccountFrame
      title={t('welcome', { name: pageSettings.name })}
      submitLabel={t('login')}
      error={error === null ? undefined : explain(error)}
      pending={isPending}
      onSubmit={mutate}
      footer={
        <>
          <Anchor component={Link} to="/forgot-password" size="sm" ta="center">
            {t('forgotPassword')}
          </Anchor>
          <Suspense>
            <ProviderLogins from={returnAddress(location.search)} />
          </Suspense>
        </>
      }
    >
      <TextInput label={t('identifier')} autoComplete="username" autoFocus required {...identifier.inputProps} />
      <PasswordInput label={t('password')} autoComplete="current-password" required {...password.inputProps} />
    </AccountFrame>
  );
};
