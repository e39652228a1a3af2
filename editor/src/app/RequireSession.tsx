// Shows the navigation and the screen to a user with a session, sends everybody else to the login, and hides screens
// that the user may not visit.
import { Box, Center, Loader } from '@mantine/core';
import { Outlet, useRouter, useMatchRoute } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { ApiError, setStepUpHandler } from '../api/client.ts';
import { editorQuery } from '../api/editor.ts';
import { useSession } from '../api/session.ts';
import { SessionProviders } from './SessionProviders.tsx';
import { Shell } from './Shell.tsx';
import { NotFound } from '../ui/NotFound.tsx';
import { useDestinations } from './destinations.ts';

const ClosedPage = lazy(() => import('./ClosedPage.tsx'));

const loading = (
  <Center h="100%">
    <Loader />
  </Center>
);

/** Goes to the login once: it stays mounted until that is loaded, while the location has already changed. */
const ToLogin = () => {
  const router = useRouter();
  const [from] = useState(() => router.state.location.href);
  useEffect(() => {
    void router.navigate({ to: '/login', search: { from } as never, replace: true });
  }, [router, from]);
  return loading;
};

setStepUpHandler(async (methods) => (await import('../account/factors/confirmInDialog.tsx')).confirmInDialog(methods));

const Screen = () => {
  const session = useSession();
  const { data, error, refetch } = useQuery({ ...editorQuery, enabled: session === 'active' });
  // A session that ends while the page is open keeps the screen: what was typed stays, and a dialog asks for the password.
  if (session === 'none') return <ToLogin />;
  // A role that loses the editor while the page is open keeps the screen, and what was typed there.
  if (data === undefined && error instanceof ApiError && error.status === 403)
    return (
      <Suspense fallback={loading}>
        <ClosedPage onRetry={() => void refetch()} />
      </Suspense>
    );
  return (
    <Suspense fallback={loading}>
      <Shell>
        <Suspense fallback={loading}>
          <Outlet />
        </Suspense>
      </Shell>
    </Suspense>
  );
};

export const RequireSession = () => (
  <SessionProviders>
    <Screen />
  </SessionProviders>
);

export const RequireDestination = () => {
  const { administration } = useDestinations();
  // The router's own type knows only routes that are written out.
  const matchRoute = useMatchRoute() as (route: { readonly to: string; readonly fuzzy: true }) => unknown;
  const isPermitted = administration.some(({ to }) => matchRoute({ to, fuzzy: true }) !== false);
  return isPermitted ? (
    // All pages of the administration have one width.
    <Box __vars={{ '--page-width': '72rem' }}>
      <Outlet />
    </Box>
  ) : (
    <NotFound />
  );
};
