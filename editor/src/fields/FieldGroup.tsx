// The frame of a field that has several controls: its label, its description, its fault and its controls.
import { Input } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WrapperProps } from '../form/useField.tsx';

interface Props {
  readonly wrapperProps: WrapperProps;
  readonly children: ReactNode;
}

export const FieldGroup = ({ wrapperProps, children }: Props) => {
  const { id, description, error } = wrapperProps;
  const describing = [
    ...(description === undefined ? [] : [`${id}-description`]),
    ...(error === undefined ? [] : [`${id}-error`]),
  ];
  return (
    <Input.Wrapper
      {...wrapperProps}
      labelElement="div"
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={describing.length === 0 ? undefined : describing.join(' ')}
      inputWrapperOrder={['label', 'description', 'error', 'input']}
    >
      <div id={id}>{children}</div>
    </Input.Wrapper>
  );
};
