// The buttons at the end of a form in a dialog.
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';

export interface FormButtonsProps {
  /** What the button says that sends the form. */
  readonly submitLabel: string;
  readonly isPending?: boolean;
  readonly disabled?: boolean;
  readonly onCancel: () => void;
  /** Another button; with `me="auto"` on the other side. */
  readonly children?: ReactNode;
}

export const FormButtons = ({
  submitLabel,
  isPending = false,
  disabled = false,
  onCancel,
  children,
}: FormButtonsProps) => {
  const t = useTranslations('common');
  return (
    <Group justify="flex-end">
      {children}
      <Button variant="default" onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button type="submit" loading={isPending} disabled={disabled}>
        {submitLabel}
      </Button>
    </Group>
  );
};
