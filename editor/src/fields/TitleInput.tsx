// The title of a document: large, without a frame, and on as many lines as it needs.
import type { TextareaProps } from '@mantine/core';
import type { ChangeEvent, KeyboardEvent } from 'react';
import { GrowingTextarea } from '../ui/GrowingTextarea.tsx';
import classes from './TitleInput.module.css';

interface Props extends Omit<TextareaProps, 'autosize' | 'classNames' | 'styles' | 'rows' | 'onChange'> {
  readonly onChange: (event: { readonly currentTarget: { readonly value: string } }) => void;
}

const keepOneLine = (event: KeyboardEvent): void => {
  if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.preventDefault();
};

export const TitleInput = ({ onChange, ...props }: Props) => (
  <GrowingTextarea
    {...props}
    variant="unstyled"
    autoComplete="off"
    minRows={1}
    maxRows={6}
    inputClass={classes.title}
    onKeyDown={keepOneLine}
    onChange={({ currentTarget }: ChangeEvent<HTMLTextAreaElement>) => {
      // A pasted text can have several lines.
      onChange({ currentTarget: { value: currentTarget.value.replaceAll(/\s*\n\s*/g, ' ') } });
    }}
  />
);
