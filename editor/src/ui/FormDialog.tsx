// A dialog with a form, and the buttons that send it and give it up.
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormButtons, type FormButtonsProps } from './FormButtons.tsx';
import { SubmitForm } from './SubmitForm.tsx';

interface Props extends Omit<FormButtonsProps, 'onCancel'> {
  readonly title: string;
  /** Why it was refused. */
  readonly error?: string | undefined;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export const FormDialog = ({ title, error, onSubmit, onClose, children, ...buttons }: Props) => (
  <Modal opened onClose={onClose} title={title}>
    <SubmitForm error={error} onSubmit={onSubmit}>
      {children}
      <FormButtons {...buttons} onCancel={onClose} />
    </SubmitForm>
  </Modal>
);
