// Asks for a login when the session ended while the page was open; what was typed stays in the page.
import { Button, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useEditor } from '../api/editor.ts';
import { pageSettings } from '../api/pageSettings.ts';
import { pendingFactorOf } from '../api/pendingFactor.ts';
import { login, useEndReason, useSession } from '../api/session.ts';
import { AccountForm } from '../account/AccountFrame.tsx';
import { PendingLogin, ProviderLogins, SessionEndReason } from '../account/lazyLogin.ts';
import { useAccountError } from '../account/useAccountError.ts';
import { useCredential } from '../account/useCredential.ts';

const Content = () => {
  const t = useTranslations('app');
  const account = useTranslations('account');
  const explain = useAccountError();
  const { user } = useEditor();
  const queryClient = useQueryClient();
  const password = useCredential('current-password');
  const endReason = useEndReason();
  const [usesPassword, setUsesPassword] = useState(pageSettings.passwords && user.provider === null);
  const readAgain = () => void queryClient.invalidateQueries();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => login(user.username, password.value),
    onSuccess: readAgain,
  });
  const pending = pendingFactorOf(error);
  if (pending !== undefined)
    return (
      <Suspense>
        <PendingLogin pending={pending} onLogin={readAgain} />
      </Suspense>
    );
  return (
    <Stack>
      {endReason === undefined ? null : (
        <Suspense>
          <SessionEndReason reason={endReason} />
        </Suspense>
      )}
      {/* Without an input, the focus would begin at the button that gives up what was typed. */}
      <Text tabIndex={-1} data-autofocus={!usesPassword || undefined}>
        {t('sessionEnded.text', { name: user.username })}
      </Text>
      {usesPassword ? (
        <AccountForm submitLabel={account('login')} error={explain(error)} pending={isPending} onSubmit={mutate}>
          <PasswordInput data-autofocus autoFocus label={account('password')} {...password.inputProps} />
        </AccountForm>
      ) : (
        <Suspense>
          <ProviderLogins from="/" only={user.provider} inNewTab onUsePassword={() => setUsesPassword(true)} />
        </Suspense>
      )}
      <Button component={Link} to="/logout" state={{ logout: 'this' }} variant="subtle" color="gray">
        {t('sessionEnded.other')}
      </Button>
    </Stack>
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
      <Content />
    </Modal>
  );
};
