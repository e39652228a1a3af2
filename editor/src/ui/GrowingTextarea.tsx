// Several lines of text, in an input that grows with them by CSS: Mantine's `autosize` lays the page out twice at each key.
import { Textarea, type TextareaProps } from '@mantine/core';
import classes from './GrowingTextarea.module.css';

interface Props extends Omit<TextareaProps, 'autosize' | 'classNames' | 'styles' | 'rows'> {
  readonly inputClass?: string | undefined;
  readonly minRows: number;
  /** The input scrolls from there on; without it, it grows with the text. */
  readonly maxRows?: number;
}

/** With the padding and the border of the input. */
const heightOf = (rows: number): string => `calc(${rows}lh + 2 * var(--input-padding-y) + 2px)`;

export const GrowingTextarea = ({ minRows, maxRows, inputClass = '', ...props }: Props) => (
  <Textarea
    {...props}
    rows={minRows}
    classNames={{ input: `${classes.input} ${inputClass}` }}
    styles={{
      input: { minHeight: heightOf(minRows), ...(maxRows === undefined ? {} : { maxHeight: heightOf(maxRows) }) },
    }}
  />
);
