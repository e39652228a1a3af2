// Asks whether to leave a form that is not saved.
import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useTranslations } from 'use-intl';

/** @returns a function that resolves to whether the user wants to leave */
export const useAskToLeave = (): ((text: string) => Promise<boolean>) => {
  const t = useTranslations('document.leave');
  return (text) =>
    new Promise((resolve) => {
      modals.openConfirmModal({
        title: t('title'),
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
