// The frame of the screens without a session: a card in the middle of the window.
import { Alert, Button, Center, Paper, Stack, Title } from '@mantine/core';
import type { ReactNode, SyntheticEvent } from 'react';
import { Logo } from '../ui/Logo.tsx';
import classes from './AccountFrame.module.css';

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
    <Center component="main" className={classes.page}>
      <Paper withBorder shadow="sm" p="xl" radius="lg" className={classes.card}>
        <form onSubmit={submit}>
          <Stack>
            <Stack gap="xs" align="center">
              <Logo size={48} />
              <Title order={1} size="h3" ta="center">
                {title}
              </Title>
            </Stack>
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
      </Paper>
    </Center>
  );
};
