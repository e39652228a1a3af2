// Saves before the user leaves the form, and asks if that is not possible, or if something is still to come into the form.
import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useAskToLeave } from '../../ui/useScreenGuard.ts';
import type { DocumentForm } from '../../form/formStore.ts';
import type { DocumentSaver } from './DocumentSaver.ts';

/**
 * Guards changes of the address, such as the logout, and the closing of the window. Before the window may close, the browser
 * keeps the text.
 *
 * @returns a function that tells whether the form may close: all is saved, or the user wants to leave it
 */
export const useLeaveGuard = (saver: DocumentSaver, form: DocumentForm): (() => Promise<boolean>) => {
  const t = useTranslations('document');
  const common = useTranslations('common');
  const ask = useAskToLeave();
  const mayLeave = async () => {
    if (form.isReading() && !(await ask({ title: t('leaveReading.title'), text: t('leaveReading.text') })))
      return false;
    if (!saver.stored.hasChanges()) return true;
    if (saver.isAutomatic && (await saver.save())) return true;
    // Nobody can open a deleted document to get its text back.
    const isKept = (await saver.kept.keep()) && saver.status.get().kind !== 'deleted';
    return ask({ title: common('unsaved.title'), text: t(isKept ? 'leaveText' : 'leaveTextLost') });
  };
  useBlocker({ enableBeforeUnload: false, shouldBlockFn: async () => !(await mayLeave()) });
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!saver.stored.hasChanges() && !form.isReading()) return;
      void saver.kept.keep();
      event.preventDefault();
    };
    const onHide = () => {
      if (document.visibilityState === 'hidden') void saver.kept.keep();
    };
    window.addEventListener('beforeunload', onUnload);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      window.removeEventListener('beforeunload', onUnload);
      document.removeEventListener('visibilitychange', onHide);
    };
  }, [saver, form]);
  return mayLeave;
};
