import { TextInput } from '@mantine/core';
import type { FieldProps } from '../form/types.ts';
import { useField } from '../form/useField.tsx';

export default function UidField(props: FieldProps) {
  const { value, setValue, inputProps } = useField<string>(props);
  return (
    <TextInput
      {...inputProps}
      value={value ?? ''}
      onChange={(event) => {
        setValue(event.currentTarget.value || null);
      }}
    />
  );
}
