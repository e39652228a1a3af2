// A text with its marks.
import type { ReactNode } from 'react';
import type { RenderLeafProps } from 'slate-react';
import classes from './BlocksField.module.css';

export const Leaf = ({ attributes, children, leaf }: RenderLeafProps) => {
  let content = children as ReactNode;
  if (leaf.code === true) content = <code className={classes.mark}>{content}</code>;
  if (leaf.bold === true) content = <strong>{content}</strong>;
  if (leaf.italic === true) content = <em>{content}</em>;
  if (leaf.underline === true) content = <u>{content}</u>;
  if (leaf.strikethrough === true) content = <s>{content}</s>;
  return <span {...attributes}>{content}</span>;
};
