// Asks before a screen is left whose changes need a click to be saved.
import { useTranslations } from 'use-intl';
import { useScreenGuard } from './useScreenGuard.ts';

/** @param isChanged whether something would be lost. A navigation after saving uses `useLeave`, which does not ask. */
export const useUnsavedGuard = (isChanged: boolean): void => {
  const t = useTranslations('common.unsaved');
  useScreenGuard(isChanged, { title: t('title'), text: t('text') });
};
