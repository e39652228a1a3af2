// A dialog that is open as long as it is rendered. Mantine gives the focus back only from dialogs that stay.
import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';

/** Gives the focus to what had it before, unless it is somewhere already. */
const returnFocus = (before: Element | null): void => {
  if (document.activeElement === document.body && before instanceof HTMLElement) before.focus({ preventScroll: true });
};

export const Dialog = (props: Omit<ModalProps, 'opened'>) => {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // The dialog has left the page then.
      setTimeout(returnFocus, 0, before);
    },
    [before],
  );
  return <Modal opened {...props} />;
};
