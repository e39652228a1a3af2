// Asks for the password when the session ended while the page was open; what was typed stays in the page.
import { Button, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState, type SyntheticEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useEditor } from '../api/editor.ts';
import { pendingFactorOf, type PendingFactor } from '../api/pendingFactor.ts';
import { login, useEndReason, useSession } from '../api/session.ts';
import { useAccountError } from '../account/useAccountError.ts';
import { useTextValue } from '../ui/useTextValue.ts';

const ProviderLogins = lazy(async () => ({ default: (await import('../account/ProviderLogins.tsx')).ProviderLogins }));

const SessionEndReason = lazy(async () => ({
  default: (await import('../account/SessionEndReason.tsx')).SessionEndReason,
}));

/** Only users with a second factor load it. */
const PendingLogin = lazy(async () => ({
  default: (await import('../account/factors/PendingLogin.tsx')).PendingLogin,
}));

const Form = () => {
  const t = useTranslations('app');
  const account = useTranslations('account');
  const explain = useAccountError();
  const { user } = useEditor();
  const queryClient = useQueryClient();
  const password = useTextValue();
  const endReason = useEndReason();
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState<PendingFactor>();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    login(user.username, password.value)
      .then(() => queryClient.invalidateQueries())
      .catch((reason: unknown) => {
        const factor = pendingFactorOf(reason);
        if (factor === undefined) setError(explain(reason));
        else setPending(factor);
      });
  };
  if (pending !== undefined)
    return (
      <Suspense>
        <PendingLogin pending={pending} onLogin={() => void queryClient.invalidateQueries()} />
      </Suspense>
    );
  return (
    <form onSubmit={submit}>
      <Stack>
        {endReason === undefined ? null : (
          <Suspense>
            <SessionEndReason reason={endReason} />
          </Suspense>
        )}
        <Text>{t('sessionEnded.text', { name: user.username })}</Text>
        <PasswordInput
          data-autofocus
          label={account('password')}
          autoComplete="current-password"
          error={error}
          {...password.inputProps}
        />
        <Button type="submit">{account('login')}</Button>
        <Suspense>
          <ProviderLogins from="/" inNewTab />
        </Suspense>
        <Button component={Link} to="/logout" state={{ logout: 'this' }} variant="subtle" color="gray">
          {t('sessionEnded.other')}
        </Button>
      </Stack>
    </form>
  );
};

export const SessionEndedDialog = () => {
  const t = useTranslations('app');
  return (
    <Modal
      opened={useSession() === 'ended'}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('sessionEnded.title')}
    >
      <Form />
    </Modal>
  );
};
