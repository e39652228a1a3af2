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
  /** Whether it comes while the user types: the focus is on its text, so that no key answers it. */
  readonly interrupts?: boolean;
  /** Called when the question is gone, also after `onConfirm`. */
  readonly onClose?: () => void;
}

export const useConfirm = (): ((question: Question) => void) => {
  const t = useTranslations('common');
  return ({ text, confirm, cancel = t('cancel'), color = 'red', interrupts = false, ...rest }) => {
    modals.openConfirmModal({
      ...rest,
      children: <Text {...(interrupts ? { tabIndex: -1, 'data-autofocus': true } : {})}>{text}</Text>,
      labels: { confirm, cancel },
      confirmProps: { color },
    });
  };
};

/** @returns a function that resolves to whether the user confirms */
export const useAsk = (): ((question: Omit<Question, 'onConfirm' | 'onClose'>) => Promise<boolean>) => {
  const confirm = useConfirm();
  return (question) =>
    new Promise((resolve) => {
      confirm({
        ...question,
        onConfirm: () => resolve(true),
        // After `onConfirm` this changes nothing.
        onClose: () => resolve(false),
      });
    });
};
