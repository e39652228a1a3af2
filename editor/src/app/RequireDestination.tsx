// Shows a screen of the administration to users who find it in their navigation; for all others it does not exist.
import { Outlet, useMatchRoute } from '@tanstack/react-router';
import { NotFound } from '../ui/NotFound.tsx';
import { useDestinations } from './destinations.ts';

export const RequireDestination = () => {
  const { administration } = useDestinations();
  const matchRoute = useMatchRoute();
  const isPermitted = administration.some(({ to }) => Boolean(matchRoute({ to, fuzzy: true } as never)));
  return isPermitted ? <Outlet /> : <NotFound />;
};
