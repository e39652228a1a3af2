// The frame of a field that has several controls: its label, its controls and its fault.
import { Group, Input } from '@mantine/core';
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
      <Group justify="space-between" gap="xs">
        <Input.Label labelElement="div" id={`${id}-label`} required={withAsterisk}>
          {label}
        </Input.Label>
        {aside}
      </Group>
      {description === undefined ? null : (
        <Input.Description id={`${id}-description`} mb={4}>
          {description}
        </Input.Description>
      )}
      {children}
      {error === undefined ? null : (
        <Input.Error id={`${id}-error`} mt={4}>
          {error}
        </Input.Error>
      )}
    </div>
  );
};
