// Shows the navigation and the screen to a user with a session, and sends everybody else to the login.
import { Center, Loader } from '@mantine/core';
import { Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useSession } from '../api/session.ts';
import { Shell } from './Shell.tsx';

const loading = (
  <Center h="100%">
    <Loader />
  </Center>
);

export const RequireSession = () => {
  const session = useSession();
  const { href } = useLocation();
  // A session that ends while the page is open keeps the screen: what was typed stays, and a dialog asks for the password.
  if (session === 'none') return <Navigate to="/login" search={{ from: href } as never} replace />;
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
