// Asks before the window is closed while files are uploaded.
import { useEffect } from 'react';
import type { Uploads } from '../api/useUploads.ts';

export const useUploadGuard = ({ uploads }: Uploads): void => {
  const isRunning = uploads.some(({ error }) => error === undefined);
  useEffect(() => {
    if (!isRunning) return;
    const onUnload = (event: BeforeUnloadEvent): void => {
      event.preventDefault();
    };
    window.addEventListener('beforeunload', onUnload);
    return () => {
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [isRunning]);
};
