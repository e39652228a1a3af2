// A form with one button: why it was refused, its inputs, and where else the user can go.
import { Alert, Button, Stack } from '@mantine/core';
import type { ReactNode, SyntheticEvent } from 'react';

export interface AccountFormProps {
  readonly error: string | undefined;
  readonly submitLabel: string;
  readonly pending: boolean;
  readonly onSubmit: () => void;
  readonly children?: ReactNode;
  /** Below the button. */
  readonly footer?: ReactNode;
}

export const AccountForm = ({ error, submitLabel, pending, onSubmit, children, footer }: AccountFormProps) => {
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {error === undefined ? null : (
          <Alert color="red" role="alert">
            {error}
          </Alert>
        )}
        {children}
        <Button type="submit" loading={pending}>
          {submitLabel}
        </Button>
        {footer}
      </Stack>
    </form>
  );
};
