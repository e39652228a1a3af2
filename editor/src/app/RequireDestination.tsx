// Shows a screen of the administration to users who find it in their navigation; for all others it does not exist.
import { Outlet, useMatchRoute } from '@tanstack/react-router';
import { NotFound } from '../ui/NotFound.tsx';
import { useDestinations } from './destinations.ts';

export const RequireDestination = () => {
  const { administration } = useDestinations();
  // The router's own type knows only routes that are written out.
  const matchRoute = useMatchRoute() as (route: { readonly to: string; readonly fuzzy: true }) => unknown;
  const isPermitted = administration.some(({ to }) => matchRoute({ to, fuzzy: true }) !== false);
  return isPermitted ? <Outlet /> : <NotFound />;
};
