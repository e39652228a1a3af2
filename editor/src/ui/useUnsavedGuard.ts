// Asks before a screen is left whose changes need a click to be saved.
import { useBlocker } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useAskToLeave } from './useAskToLeave.tsx';

/** @param isChanged whether something would be lost. A navigation after saving uses `ignoreBlocker`. */
export const useUnsavedGuard = (isChanged: boolean): void => {
  const t = useTranslations('common.unsaved');
  const ask = useAskToLeave();
  useBlocker({
    disabled: !isChanged,
    enableBeforeUnload: isChanged,
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname && !(await ask({ title: t('title'), text: t('text') })),
  });
};
