// A line or several lines of text, and email addresses.
import { TextInput } from '@mantine/core';
import type { FieldProps } from '../form/types.ts';
import { useField } from '../form/useField.tsx';
import { autoDirection } from '../ui/autoDirection.ts';
import { GrowingTextarea } from '../ui/GrowingTextarea.tsx';
import { TitleInput } from './TitleInput.tsx';

export const TextField = (props: FieldProps) => {
  const { value, setValue, lang, inputProps } = useField<string>(props);
  const { type, isTitle } = props.attribute;
  const shared = {
    ...inputProps,
    ...autoDirection,
    lang,
    value: value ?? '',
    // An empty text is no value: only then does `required` mean something.
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => {
      const text = event.currentTarget.value;
      setValue(text === '' ? null : text);
    },
  };
  if (isTitle === true) return <TitleInput {...shared} placeholder={shared.placeholder ?? props.label} />;
  if (type === 'text') return <GrowingTextarea {...shared} minRows={3} />;
  return <TextInput {...shared} type={type === 'email' ? 'email' : 'text'} autoComplete="off" />;
};
