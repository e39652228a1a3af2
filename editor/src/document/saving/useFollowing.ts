// Lets a form follow its document while the user can see it.
import { useEffect } from 'react';
import { presenceMs } from '../../api/presence.ts';
import type { DocumentSaver } from './DocumentSaver.ts';

/** Asks for a newer version when the user comes back to the page, and regularly while it is visible. */
export const useFollowing = (saver: DocumentSaver): void => {
  useEffect(() => {
    const follow = () => {
      if (document.visibilityState === 'visible') void saver.follow();
    };
    const timer = setInterval(follow, presenceMs);
    window.addEventListener('focus', follow);
    document.addEventListener('visibilitychange', follow);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', follow);
      document.removeEventListener('visibilitychange', follow);
    };
  }, [saver]);
};
