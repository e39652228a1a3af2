// Asks whether to leave a screen on which something is not finished.
import { useTranslations } from 'use-intl';
import { useConfirm } from './useConfirm.tsx';

export interface LeaveQuestion {
  readonly title: string;
  readonly text: string;
}

/** @returns a function that resolves to whether the user wants to leave */
export const useAskToLeave = (): ((question: LeaveQuestion) => Promise<boolean>) => {
  const t = useTranslations('common');
  const confirm = useConfirm();
  return (question) =>
    new Promise((resolve) => {
      confirm({
        ...question,
        confirm: t('leave'),
        cancel: t('stay'),
        onConfirm: () => {
          resolve(true);
        },
        // After `onConfirm` this changes nothing.
        onClose: () => {
          resolve(false);
        },
      });
    });
};
