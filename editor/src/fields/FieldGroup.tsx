// The frame of a field that has several controls: its label, its controls and its fault.
import { Input } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WrapperProps } from '../form/useField.tsx';

interface Props extends WrapperProps {
  /** Beside the label. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export const FieldGroup = ({ id, label, description, withAsterisk, error, aside, children }: Props) => {
  const describing = [
    ...(description === undefined ? [] : [`${id}-description`]),
    ...(error === undefined ? [] : [`${id}-error`]),
  ];
  return (
    <div
      id={id}
      role="group"
      aria-labelledby={`${id}-label`}
      {...(describing.length === 0 ? {} : { 'aria-describedby': describing.join(' ') })}
    >
      <Input.Label labelElement="div" id={`${id}-label`} required={withAsterisk}>
        {label}
      </Input.Label>
      {description === undefined ? null : (
        <Input.Description id={`${id}-description`} mb={4}>
          {description}
        </Input.Description>
      )}
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
