// Shows the navigation and the screen to a user with a session, sends everybody else to the login, and hides screens
// that the user may not visit.
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Box, Center, Loader, MantineThemeProvider } from '@mantine/core';
import { Outlet, useRouter, useMatchRoute } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { ModalsProvider } from '@mantine/modals';
import { Notifications, notifications } from '@mantine/notifications';
import { useTranslations } from 'use-intl';
import { ApiError, setStepUpHandler } from '../api/client.ts';
import { editorQuery } from '../api/editor.ts';
import { useSession } from '../api/session.ts';
import { Shell } from './Shell.tsx';
import { NotFound } from '../ui/NotFound.tsx';
import { useDestinations } from './destinations.ts';
import { allMessages } from '../messages/allMessages.ts';
import { MessagesProvider } from '../messages/MessagesProvider.tsx';
import classes from './RequireSession.module.css';

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

const Dialogs = ({ children }: { readonly children: ReactNode }) => {
  const t = useTranslations('common');
  useEffect(
    () => () => {
      // They are not for the next user.
      notifications.clean();
    },
    [],
  );
  const labelled = { defaultProps: { closeButtonProps: { 'aria-label': t('close') } } };
  return (
    <MantineThemeProvider theme={{ components: { Modal: labelled, Drawer: labelled, Notification: labelled } }}>
      <ModalsProvider>
        {/* All lines of a notice are in it. */}
        <Notifications position="bottom-right" className={classes.notices ?? ''} notificationMaxHeight={2000} />
        {children}
      </ModalsProvider>
    </MantineThemeProvider>
  );
};

export const RequireSession = () => (
  <MessagesProvider load={allMessages}>
    <Dialogs>
      <Screen />
    </Dialogs>
  </MessagesProvider>
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
