// A form with one wide button, and where else the user can go.
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { SubmitForm } from '../ui/SubmitForm.tsx';

export interface AccountFormProps {
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

export const AccountForm = (props: AccountFormProps) => {
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
