// Shows beside a field how many comments on it are open, and opens them.
import { UnstyledButton } from '@mantine/core';
import { CommentIcon } from '@primer/octicons-react';
import { use } from 'react';
import { FieldCommentsContext, toCommentPath } from '../../form/comments.ts';
import { useForm, useFormState } from '../../form/FormContext.tsx';
import type { FieldProps } from '../../form/types.ts';
import { useCommentTexts } from '../../messages/useCommentTexts.ts';
import classes from './CommentMark.module.css';

export const CommentMark = ({ name, label }: Pick<FieldProps, 'name' | 'label'>) => {
  const t = useCommentTexts();
  const comments = use(FieldCommentsContext);
  const path = useFormState(useForm(), (form) => toCommentPath(form.getValues(), name));
  if (comments === undefined || path === undefined) return null;
  const count = comments.counts.get(path) ?? 0;
  const text = count === 0 ? t('comment', { field: label }) : t('count', { count, field: label });
  return (
    <UnstyledButton
      className={classes.mark}
      data-open={count > 0}
      // A form of 200 fields would have 200 more stops; the shortcut opens the comments on a field too.
      tabIndex={count > 0 ? 0 : -1}
      title={text}
      // Without comments, the title is its name.
      {...(count > 0 ? { 'aria-label': text } : {})}
      onClick={() => comments.open(path)}
    >
      <CommentIcon size={14} />
      {count > 0 ? count : null}
    </UnstyledButton>
  );
};
