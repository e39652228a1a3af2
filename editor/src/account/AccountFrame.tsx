// The frame of the screens without a session: a card with a form.
import { Button, Center, Paper, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Logo } from '../ui/Logo.tsx';
import { SubmitForm } from '../ui/SubmitForm.tsx';
import { useDocumentTitle } from '../ui/useDocumentTitle.ts';
import classes from './AccountFrame.module.css';

interface CardProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A card in the middle of the window. */
export const AccountCard = ({ title, children }: CardProps) => {
  useDocumentTitle(title);
  return (
    <Center component="main" className={classes.page}>
      <Paper withBorder shadow="sm" p="xl" radius="lg" className={classes.card}>
        <Stack>
          <Stack gap="xs" align="center">
            <Logo size={48} />
            <Title order={1} size="h3" ta="center">
              {title}
            </Title>
          </Stack>
          {children}
        </Stack>
      </Paper>
    </Center>
  );
};

interface FormProps {
  readonly error: string | undefined;
  readonly submitLabel: string;
  readonly pending: boolean;
  /** Whether the focus begins at the button, where there is no input. */
  readonly focusesButton?: boolean;
  readonly onSubmit: () => void;
  readonly children?: ReactNode;
  /** Below the button. */
  readonly footer?: ReactNode;
}

/** A form with one wide button, and where else the user can go. */
export const AccountForm = (props: FormProps) => {
  const { submitLabel, pending, focusesButton = false, children, footer, ...form } = props;
  return (
    <SubmitForm {...form}>
      {children}
      <Button type="submit" loading={pending} autoFocus={focusesButton} data-autofocus={focusesButton || undefined}>
        {submitLabel}
      </Button>
      {footer}
    </SubmitForm>
  );
};

export const AccountFrame = ({ title, ...form }: FormProps & Pick<CardProps, 'title'>) => (
  <AccountCard title={title}>
    <AccountForm {...form} />
  </AccountCard>
);
