// The frame of the screens without a session: a card with a form.
import { Alert, Button, Stack } from '@mantine/core';
import type { ReactNode, SyntheticEvent } from 'react';
import { AccountCard } from './AccountCard.tsx';

interface Props {
  readonly title: string;
  readonly error: string | undefined;
  readonly submitLabel: string;
  readonly pending: boolean;
  readonly onSubmit: () => void;
  readonly children?: ReactNode;
  /** Where else the user can go: below the button. */
  readonly footer?: ReactNode;
}

export const AccountFrame = ({ title, error, submitLabel, pending, onSubmit, children, footer }: Props) => {
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <AccountCard title={title}>
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
    </AccountCard>
  );
};
