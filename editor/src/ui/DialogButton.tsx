// A button that opens a dialog.
import { Button, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';

interface Props extends ButtonProps {
  /** @param close to be called when the dialog ends; the focus then returns to the button */
  readonly dialog: (close: () => void) => ReactNode;
}

export const DialogButton = ({ dialog, ...props }: Props) => {
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const [isOpen, { open, close }] = useDisclosure();
  const end = () => {
    close();
    button?.focus();
  };
  return (
    <>
      <Button {...props} ref={setButton} onClick={open} />
      {isOpen ? dialog(end) : null}
    </>
  );
};
