// Goes on to another screen when a request of this one has ended.
import { useMatch, useRouter, type NavigateOptions } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Routes match in any case, and with or without a slash at the end. */
const simplified = (pathname: string): string => pathname.replace(/\/$/, '').toLowerCase();

/** @returns a function that tells whether the user is still on this screen, and not on the way to another one */
export const useIsHere = (): (() => boolean) => {
  const router = useRouter();
  const pathname = useMatch({ strict: false, select: (match) => match.pathname });
  return useCallback(() => simplified(router.latestLocation.pathname) === simplified(pathname), [router, pathname]);
};

/**
 * @returns a function that goes to another screen, unless the user has left this one while the request ran. The guards of
 *   the screen do not ask, except with `ignoreBlocker: false`.
 */
export const useLeave = (): ((options: NavigateOptions) => void) => {
  const router = useRouter();
  const isHere = useIsHere();
  return useCallback(
    (options) => {
      if (isHere()) void router.navigate({ ignoreBlocker: true, ...options });
    },
    [router, isHere],
  );
};
