// A form with one wide button, and where else the user can go.
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { SubmitForm } from '../ui/SubmitForm.tsx';

export interface AccountFormProps {
  readonly error: string | undefined;
  readonly submitLabel: string;
  readonly pending: boolean;
  readonly onSubmit: () => void;
  readonly children?: ReactNode;
  /** Below the button. */
  readonly footer?: ReactNode;
}

export const AccountForm = ({ submitLabel, pending, children, footer, ...form }: AccountFormProps) => (
  <SubmitForm {...form}>
    {children}
    <Button type="submit" loading={pending}>
      {submitLabel}
    </Button>
    {footer}
  </SubmitForm>
);
