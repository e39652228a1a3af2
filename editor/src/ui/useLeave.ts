// Goes on to another screen when a request of this one has ended.
import { useMatch, useRouter, type NavigateOptions } from '@tanstack/react-router';
import { useCallback } from 'react';

/** @returns a function that goes to another screen, unless the user has left this one while the request ran */
export const useLeave = (): ((options: NavigateOptions) => void) => {
  const router = useRouter();
  const pathname = useMatch({ strict: false, select: (match) => match.pathname });
  return useCallback(
    (options) => {
      if (router.latestLocation.pathname === pathname) void router.navigate(options);
    },
    [router, pathname],
  );
};
