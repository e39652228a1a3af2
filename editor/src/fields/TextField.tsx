// A line or several lines of text, email addresses, and the title of a document.
import { TextInput } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import type { FieldProps } from '../form/types.ts';
import { useField } from '../form/useField.tsx';
import { autoDirection } from '../ui/autoDirection.ts';
import { GrowingTextarea } from '../ui/GrowingTextarea.tsx';
import classes from './TextField.module.css';

const keepOneLine = (event: KeyboardEvent): void => {
  if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.preventDefault();
};

export const TextField = (props: FieldProps) => {
  const { value, setValue, lang, inputProps } = useField<string>(props);
  const { type, isTitle } = props.attribute;
  const shared = {
    ...inputProps,
    ...autoDirection,
    lang,
    value: value ?? '',
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => {
      const typed = event.currentTarget.value;
      // A pasted title can have several lines.
      const text = isTitle === true ? typed.replaceAll(/\s*\n\s*/g, ' ') : typed;
      // An empty text is no value: only then does `required` mean something.
      setValue(text === '' ? null : text);
    },
  };
  if (isTitle === true)
    return (
      // Large, without a frame, and on as many lines as it needs.
      <GrowingTextarea
        {...shared}
        placeholder={shared.placeholder ?? props.label}
        variant="unstyled"
        autoComplete="off"
        minRows={1}
        maxRows={6}
        inputClass={classes.title}
        onKeyDown={keepOneLine}
      />
    );
  if (type === 'text') return <GrowingTextarea {...shared} minRows={3} />;
  return <TextInput {...shared} type={type === 'email' ? 'email' : 'text'} autoComplete="off" />;
};
