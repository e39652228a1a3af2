// Saves before the user leaves the form, and asks if that is not possible.
import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import type { Place } from '../DocumentLoader.tsx';
import type { DocumentSaver } from './DocumentSaver.ts';
import { useAskToLeave } from './useAskToLeave.tsx';

/** @param place only the form of the page guards the address: a panel closes in its own way */
export const useLeaveGuard = (saver: DocumentSaver, place: Place): void => {
  const t = useTranslations('document.leave');
  const ask = useAskToLeave();
  useBlocker({
    disabled: place !== 'page',
    enableBeforeUnload: false,
    shouldBlockFn: async () => {
      if (!saver.hasChanges()) return false;
      if (saver.isAutomatic && (await saver.save())) return false;
      return !(await ask(t('text')));
    },
  });
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!saver.hasChanges()) return;
      event.preventDefault();
    };
    window.addEventListener('beforeunload', onUnload);
    return () => {
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [saver]);
};
