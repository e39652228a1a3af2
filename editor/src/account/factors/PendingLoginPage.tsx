// The rest of a login, as a screen.
import { Anchor } from '@mantine/core';
import type { PendingFactor } from '../../api/pendingFactor.ts';
import { useFactorTexts } from '../../messages/useFactorTexts.ts';
import { AccountCard } from '../AccountCard.tsx';
import { PendingLogin } from './PendingLogin.tsx';

interface Props {
  readonly pending: PendingFactor;
  readonly onLogin?: () => void;
  readonly onCancel: () => void;
}

export const PendingLoginPage = ({ onCancel, ...login }: Props) => {
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
