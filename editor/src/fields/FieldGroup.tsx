// The frame of a field that has several controls: its label, its description, its fault and its controls.
import { Input } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WrapperProps } from '../form/useField.tsx';

interface Props {
  readonly wrapperProps: WrapperProps;
  readonly children: ReactNode;
}

export const FieldGroup = ({ wrapperProps, children }: Props) => {
  const { id, error } = wrapperProps;
  return (
    <Input.Wrapper
      {...wrapperProps}
      labelElement="div"
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
      inputWrapperOrder={['label', 'description', 'error', 'input']}
    >
      <div id={id}>{children}</div>
    </Input.Wrapper>
  );
};
