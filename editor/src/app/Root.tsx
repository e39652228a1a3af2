// Restores the session once, then shows the screen of the route, or why it cannot.
import { Center, Loader, Button } from '@mantine/core';
import { Outlet, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { LockIcon, PersonIcon } from '@primer/octicons-react';
import { useTranslations } from 'use-intl';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { restoreSession, useSession } from '../api/session.ts';
import { ErrorMessage } from '../ui/ErrorMessage.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import classes from '../ui/Page.module.css';

const InsecurePage = () => {
  const t = useTranslations('app.insecure');
  return (
    <main>
      <EmptyState order={1} Icon={LockIcon} title={t('title')} text={t('text')} />
    </main>
  );
};

const ReplacedPage = () => {
  const t = useTranslations('app.replaced');
  return (
    <main>
      <EmptyState
        Icon={PersonIcon}
        order={1}
        title={t('title')}
        text={t('text')}
        action={<Button onClick={() => location.reload()}>{t('reload')}</Button>}
      />
    </main>
  );
};

export const Root = () => {
  const session = useSession();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    if (isSecureContext) restoreSession().catch(setError);
  }, []);
  const retry = () => {
    setError(undefined);
    restoreSession().catch(setError);
  };
  if (!isSecureContext) return <InsecurePage />;
  if (error !== undefined) return <ErrorMessage error={error} onRetry={retry} />;
  if (session === 'replaced') return <ReplacedPage />;
  if (session === 'unknown')
    return (
      <Center h="100%">
        <Loader />
      </Center>
    );
  return <Outlet />;
};

/** The screen when a screen fails: why, and a way to try again. */
export const ErrorPage = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  const retry = () => {
    queries.reset();
    reset();
    void router.invalidate();
  };
  return (
    <div className={classes.page}>
      <ErrorMessage error={error} onRetry={retry} />
    </div>
  );
};
