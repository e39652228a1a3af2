// A button that runs an action, and shows that it is running.
import { Button, type ButtonProps } from '@mantine/core';

interface Props extends ButtonProps {
  /** As `useAction` returns it. */
  readonly action: { readonly isPending: boolean; readonly mutate: () => void };
}

export const ActionButton = ({ action, ...props }: Props) => (
  <Button {...props} loading={action.isPending} onClick={() => action.mutate()} />
);
