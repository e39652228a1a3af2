// Asks before the user leaves a screen.
import { useBlocker } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useAsk } from './useConfirm.tsx';

interface LeaveQuestion {
  readonly title: string;
  readonly text: string;
}

/** @returns a function that resolves to whether the user wants to leave */
export const useAskToLeave = (): ((question: LeaveQuestion) => Promise<boolean>) => {
  const t = useTranslations('common');
  const ask = useAsk();
  return (question) => ask({ ...question, confirm: t('leave'), cancel: t('stay') });
};

/**
 * Guards the way to another screen, and the closing of the window, before which the browser asks in its own words.
 *
 * @param isActive whether leaving needs a question now
 */
export const useScreenGuard = (isActive: boolean, question: LeaveQuestion): void => {
  const ask = useAskToLeave();
  useBlocker({
    disabled: !isActive,
    enableBeforeUnload: isActive,
    shouldBlockFn: async ({ current, next }) => current.pathname !== next.pathname && !(await ask(question)),
  });
};

/** @param isChanged whether something would be lost. A navigation after saving uses `useLeave`, which does not ask. */
export const useUnsavedGuard = (isChanged: boolean): void => {
  const t = useTranslations('common.unsaved');
  useScreenGuard(isChanged, { title: t('title'), text: t('text') });
};
