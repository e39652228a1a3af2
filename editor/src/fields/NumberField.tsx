// Numbers. A biginteger is a text of digits, because JavaScript's numbers are not exact at this size.
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useLocale } from 'use-intl';
import type { FieldProps } from '../form/types.ts';
import { useField } from '../form/useField.tsx';
import { formatNumber, parseNumber } from './inputTexts.ts';

export const NumberField = (props: FieldProps) => {
  const { value, setValue, inputProps } = useField<number | string>(props);
  const locale = useLocale();
  const { type } = props.attribute;
  const isBig = type === 'biginteger';
  const parse = (text: string) => (isBig ? text.trim() || null : parseNumber(text, locale));
  // `1.` and `1.0` are both 1: the text stays as it is typed as long as it means the value.
  const [typed, setTyped] = useState('');
  const text = parse(typed) === (value ?? null) ? typed : formatNumber(value, locale);
  return (
    <TextInput
      {...inputProps}
      inputMode={type === 'float' || type === 'decimal' ? 'decimal' : 'numeric'}
      autoComplete="off"
      dir="ltr"
      maw="16rem"
      value={text}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        setValue(parse(currentTarget.value));
      }}
    />
  );
};
