// A form that is sent: why it was refused, its inputs and its buttons.
import { Alert, Stack } from '@mantine/core';
import type { ReactNode, SyntheticEvent } from 'react';

interface Props {
  readonly error?: string | undefined;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** At the end of a long form, and in a large zoom, the beginning is not in sight. */
const reveal = (element: HTMLElement | null) => {
  element?.scrollIntoView({ block: 'nearest' });
};

export const SubmitForm = ({ error, onSubmit, children }: Props) => {
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {error === undefined ? null : (
          <Alert color="red" role="alert" ref={reveal}>
            {error}
          </Alert>
        )}
        {children}
      </Stack>
    </form>
  );
};
