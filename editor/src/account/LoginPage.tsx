// The login.
import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, Navigate, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { pageSettings } from '../api/pageSettings.ts';
import { pendingFactorOf, type PendingFactor } from '../api/pendingFactor.ts';
import { login, useEndReason, useSession } from '../api/session.ts';
import { useTextValue } from '../ui/useTextValue.ts';
import { AccountFrame } from './AccountFrame.tsx';
import { useAccountError } from './useAccountError.ts';

/**
 * @param search of the login's address: `?from=%2Fcontent%2Farticles`
 * @returns a path inside of the editor; never an address of another site
 */
const returnAddress = (search: string): string => {
  const from = new URLSearchParams(search).get('from') ?? '/';
  // A browser reads `//` and `/\` as the beginning of another host.
  return /^\/(?![/\\])/.test(from) ? from : '/';
};

const ProviderLogins = lazy(async () => ({ default: (await import('./ProviderLogins.tsx')).ProviderLogins }));

const SessionEndReason = lazy(async () => ({ default: (await import('./SessionEndReason.tsx')).SessionEndReason }));

/** Only users with a second factor load it. */
const PendingLoginPage = lazy(async () => ({
  default: (await import('./factors/PendingLoginPage.tsx')).PendingLoginPage,
}));

export const LoginPage = () => {
  const t = useTranslations('account');
  const explain = useAccountError();
  const session = useSession();
  const endReason = useEndReason();
  const identifier = useTextValue();
  const password = useTextValue();
  const [pending, setPending] = useState<PendingFactor>();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => {
      try {
        await login(identifier.value, password.value);
      } catch (reason) {
        const factor = pendingFactorOf(reason);
        if (factor === undefined) throw reason;
        setPending(factor);
        return;
      }
      const { offerPasskey } = await import('./factors/offerPasskey.tsx');
      void offerPasskey(queryClient, () => void navigate({ to: '/account' }));
    },
  });
  const byPasskey = useMutation({ mutationFn: async () => (await import('../api/factors.ts')).loginWithPasskey() });
  useEffect(() => {
    // What the last user read is not for the next one.
    queryClient.clear();
  }, [queryClient]);
  if (session === 'active') return <Navigate to={returnAddress(location.search)} replace />;
  if (pending !== undefined)
    return (
      <Suspense>
        <PendingLoginPage
          pending={pending}
          onCancel={() => {
            setPending(undefined);
            password.setValue('');
          }}
        />
      </Suspense>
    );
  const refusal = error ?? byPasskey.error;
  return (
    <AccountFrame
      title={t('welcome', { name: pageSettings.name })}
      submitLabel={t('login')}
      error={refusal === null ? undefined : explain(refusal)}
      pending={isPending}
      onSubmit={mutate}
      footer={
        <>
          {pageSettings.passkeys && 'PublicKeyCredential' in window ? (
            <Button
              variant="default"
              loading={byPasskey.isPending}
              onClick={() => {
                byPasskey.mutate();
              }}
            >
              {t('usePasskey')}
            </Button>
          ) : null}
          <Anchor component={Link} to="/forgot-password" size="sm" ta="center">
            {t('forgotPassword')}
          </Anchor>
          <Suspense>
            <ProviderLogins from={returnAddress(location.search)} />
          </Suspense>
        </>
      }
    >
      {endReason === undefined ? null : (
        <Suspense>
          <SessionEndReason reason={endReason} />
        </Suspense>
      )}
      <TextInput label={t('identifier')} autoComplete="username" autoFocus required {...identifier.inputProps} />
      <PasswordInput label={t('password')} autoComplete="current-password" required {...password.inputProps} />
    </AccountFrame>
  );
};
