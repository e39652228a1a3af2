// Shows a text, in which the words are marked that another text does not have.
import { Text } from '@mantine/core';
import type { TextPart } from './diffWords.ts';
import classes from './MarkedText.module.css';

export const MarkedText = ({ parts }: { readonly parts: readonly TextPart[] }) => (
  <Text component="div" dir="auto" size="sm" className={classes.value}>
    {parts.map(({ text, isChanged }, index) => (isChanged ? <mark key={index}>{text}</mark> : text))}
  </Text>
);
