// Saves before the user leaves the form, and asks if that is not possible.
import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import type { Place } from '../DocumentLoader.tsx';
import type { DocumentSaver } from './DocumentSaver.ts';
import { useAskToLeave } from './useAskToLeave.tsx';

/**
 * @param place only the form of the page guards the address; a panel calls the function before it closes
 * @returns a function that tells whether the form may close: all is saved, or the user wants to leave it
 */
export const useLeaveGuard = (saver: DocumentSaver, place: Place): (() => Promise<boolean>) => {
  const t = useTranslations('document.leave');
  const ask = useAskToLeave();
  const mayLeave = async () => {
    if (!saver.hasChanges()) return true;
    if (saver.isAutomatic && (await saver.save())) return true;
    return ask(t('text'));
  };
  useBlocker({
    disabled: place !== 'page',
    enableBeforeUnload: false,
    shouldBlockFn: async () => !(await mayLeave()),
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
  return mayLeave;
};
