// Asks before something is lost.
import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useTranslations } from 'use-intl';

interface Question {
  readonly title: string;
  readonly text: string;
  /** What the button says: the name of the action. */
  readonly confirm: string;
  readonly onConfirm: () => void;
}

export const useConfirm = (): ((question: Question) => void) => {
  const t = useTranslations('common');
  return ({ title, text, confirm, onConfirm }) => {
    modals.openConfirmModal({
      title,
      children: <Text>{text}</Text>,
      labels: { confirm, cancel: t('cancel') },
      confirmProps: { color: 'red' },
      onConfirm,
    });
  };
};
