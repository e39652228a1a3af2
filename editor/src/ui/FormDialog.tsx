// A dialog with a form, and the buttons that send it and give it up.
import type { ReactNode } from 'react';
import { Dialog } from './Dialog.tsx';
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
  <Dialog onClose={onClose} title={title}>
    <SubmitForm error={error} onSubmit={onSubmit}>
      {children}
      <FormButtons {...buttons} onCancel={onClose} />
    </SubmitForm>
  </Dialog>
);
