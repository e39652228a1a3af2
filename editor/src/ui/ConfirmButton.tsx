// A button for an action that loses something: it asks first.
import { Button, type ButtonProps } from '@mantine/core';
import { useConfirm } from './useConfirm.tsx';

interface Props extends ButtonProps {
  /** The name of the action, also on the button of the question. */
  readonly label: string;
  readonly title: string;
  readonly text: string;
  readonly onConfirm: () => void;
}

export const ConfirmButton = ({ label, title, text, onConfirm, ...props }: Props) => {
  const confirm = useConfirm();
  return (
    <Button variant="light" color="red" {...props} onClick={() => confirm({ title, text, confirm: label, onConfirm })}>
      {label}
    </Button>
  );
};
