// A button for an action that loses something, or that everybody sees: it asks first.
import { Button, type ButtonProps } from '@mantine/core';
import { useConfirm } from './useConfirm.tsx';

interface Props extends ButtonProps {
  /** The name of the action, also on the button of the question. */
  readonly label: string;
  readonly title: string;
  readonly text: string;
  /** As `useAction` returns it. */
  readonly action: { readonly isPending: boolean; readonly mutate: () => void };
}

export const ConfirmButton = ({ label, title, text, action, color = 'red', ...props }: Props) => {
  const confirm = useConfirm();
  const ask = () => confirm({ title, text, color, confirm: label, onConfirm: action.mutate });
  return (
    <Button variant="light" color={color} {...props} loading={action.isPending} onClick={ask}>
      {label}
    </Button>
  );
};
