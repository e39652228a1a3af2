// Restores the session once, then shows the screen of the route.
import { Center, Loader } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { restoreSession, useSession } from '../api/session.ts';
import { ErrorMessage } from '../ui/ErrorMessage.tsx';
import { InsecurePage } from './InsecurePage.tsx';
import { ReplacedPage } from './ReplacedPage.tsx';

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
