// The frame of a field that has several controls: its label, its controls and its fault.
import { Group, Input } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WrapperProps } from '../form/useField.tsx';

interface Props extends WrapperProps {
  /** Beside the label. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** The ids of what describes a field; undefined if nothing does. */
export const describedBy = ({ id, description, error }: Pick<WrapperProps, 'id' | 'description' | 'error'>) =>
  [error === undefined ? [] : `${id}-error`, description === undefined ? [] : `${id}-description`].flat().join(' ') ||
  undefined;

export const FieldGroup = ({ id, label, description, withAsterisk, error, aside, children }: Props) => {
  return (
    <div
      id={id}
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy({ id, description, error })}
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
