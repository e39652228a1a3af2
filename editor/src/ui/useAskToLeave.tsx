// Asks whether to leave a screen on which something is not finished.
import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useTranslations } from 'use-intl';

export interface LeaveQuestion {
  readonly title: string;
  readonly text: string;
}

/** @returns a function that resolves to whether the user wants to leave */
export const useAskToLeave = (): ((question: LeaveQuestion) => Promise<boolean>) => {
  const t = useTranslations('common');
  return ({ title, text }) =>
    new Promise((resolve) => {
      modals.openConfirmModal({
        title,
        children: <Text>{text}</Text>,
        labels: { confirm: t('leave'), cancel: t('stay') },
        confirmProps: { color: 'red' },
        onConfirm: () => {
          resolve(true);
        },
        onClose: () => {
          // After `onConfirm` this changes nothing.
          resolve(false);
        },
      });
    });
};
