// The rest of a login: confirms a factor, or sets up the first one if the role of the user requires it.
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { getLoginPasskey, setUpWith, verifyLogin, type FactorName } from '../../api/factors.ts';
import { hasPasskeys } from '../../api/hasPasskeys.ts';
import { pageSettings } from '../../api/pageSettings.ts';
import type { PendingFactor } from '../../api/pendingFactor.ts';
import { startSession } from '../../api/session.ts';
import { useFactorTexts } from '../../messages/useFactorTexts.ts';
import { AccountCard } from '../AccountFrame.tsx';
import { FactorForm } from './FactorForm.tsx';
import { SetUpFactor } from './SetUpFactor.tsx';

interface Props {
  readonly pending: PendingFactor;
  /** Called after the session has begun. */
  readonly onLogin?: () => void;
}

const FirstFactor = ({ pending, onLogin }: Props) => {
  const t = useFactorTexts();
  const [factor, setFactor] = useState<FactorName>();
  const [setUp] = useState(() => setUpWith(pending.challenge));
  const canUsePasskeys = pageSettings.passkeys && hasPasskeys();
  if (factor !== undefined)
    return (
      <SetUpFactor
        factor={factor}
        setUp={setUp}
        onDone={({ jwt = '' }) => {
          startSession(jwt);
          onLogin?.();
        }}
      />
    );
  return (
    <Stack>
      <Text>{t('setUpText')}</Text>
      {canUsePasskeys ? (
        <Button autoFocus onClick={() => setFactor('passkey')}>
          {t('addPasskey')}
        </Button>
      ) : null}
      <Button variant="default" autoFocus={!canUsePasskeys} onClick={() => setFactor('totp')}>
        {t('addApp')}
      </Button>
    </Stack>
  );
};

export const PendingLogin = (props: Props) => {
  const { pending, onLogin } = props;
  const { challenge, methods, rememberDays } = pending;
  if (methods.length === 0) return <FirstFactor {...props} />;
  return (
    <FactorForm
      methods={methods}
      rememberDays={rememberDays}
      getPasskey={() => getLoginPasskey(challenge)}
      confirm={(confirmation, remember) =>
        verifyLogin('challenge' in confirmation ? confirmation.challenge : challenge, confirmation, remember)
      }
      {...(onLogin === undefined ? {} : { onConfirmed: onLogin })}
    />
  );
};

/** The same as a screen. */
export const PendingLoginPage = ({ onCancel, ...login }: Props & { readonly onCancel: () => void }) => {
  const t = useFactorTexts();
  return (
    <AccountCard title={t(login.pending.methods.length === 0 ? 'setUpTitle' : 'loginTitle')}>
      <PendingLogin {...login} />
      <Anchor component="button" type="button" size="sm" ta="center" onClick={onCancel}>
        {t('backToLogin')}
      </Anchor>
    </AccountCard>
  );
};
