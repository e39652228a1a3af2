// Asks before something is lost, or everybody sees it.
import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useTranslations } from 'use-intl';

interface Question {
  readonly title: string;
  readonly text: string;
  /** What the button says: the name of the action. */
  readonly confirm: string;
  /** What the other button says; `Cancel` by default. */
  readonly cancel?: string;
  /** Of the button; red, for what loses something, by default. */
  readonly color?: string;
  readonly onConfirm: () => void;
  /** Called when the question is gone, also after `onConfirm`. */
  readonly onClose?: () => void;
}

export const useConfirm = (): ((question: Question) => void) => {
  const t = useTranslations('common');
  return ({ text, confirm, cancel = t('cancel'), color = 'red', ...rest }) => {
    modals.openConfirmModal({
      ...rest,
      children: <Text>{text}</Text>,
      labels: { confirm, cancel },
      confirmProps: { color },
    });
  };
};
