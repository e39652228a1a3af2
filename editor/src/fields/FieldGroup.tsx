// The frame of a field that has several controls: its label, its controls and its fault.
import { Input } from '@mantine/core';
import { useId, type ReactNode } from 'react';

interface Props {
  readonly label: string;
  readonly required: boolean;
  readonly error: string | undefined;
  /** Beside the label. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export const FieldGroup = ({ label, required, error, aside, children }: Props) => {
  const id = useId();
  const described = error === undefined ? {} : { 'aria-describedby': `${id}-error` };
  return (
    <div role="group" aria-labelledby={`${id}-label`} {...described}>
      <Input.Label labelElement="div" id={`${id}-label`} required={required} mb={4}>
        {label}
      </Input.Label>
      {aside}
      {children}
      {error === undefined ? null : (
        <Input.Error id={`${id}-error`} mt={4}>
          {error}
        </Input.Error>
      )}
    </div>
  );
};
