// Logs out, and says so if that fails: without an answer the cookie stays, and the next person at this browser has the session.
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, Navigate, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { logout, useSession } from '../api/session.ts';
import { AccountFrame } from './AccountFrame.tsx';
import { useAccountError } from './useAccountError.ts';

export const LogoutPage = () => {
  const t = useTranslations('account');
  const common = useTranslations('common');
  const explain = useAccountError();
  const session = useSession();
  // Only the editor's own links have it. A link of another site opens this page, and logs nobody out.
  const scope = useLocation({ select: ({ state }) => state.logout });
  const { mutate, error, isPending } = useMutation({ mutationFn: () => logout(scope === 'all' ? scope : undefined) });
  useEffect(() => {
    if (scope !== undefined) mutate();
  }, [scope, mutate]);
  if (session === 'none') return <Navigate to="/login" replace />;
  const hasFailed = error !== null;
  return (
    <AccountFrame
      title={hasFailed ? t('stillLoggedIn') : t('logout')}
      error={explain(error)}
      submitLabel={hasFailed ? common('retry') : t('logout')}
      pending={isPending}
      onSubmit={mutate}
      footer={
        <Button component={Link} to="/" replace variant="subtle" color="gray">
          {t('backToEditor')}
        </Button>
      }
    />
  );
};
