// Shows what was searched in an excerpt.
import classes from './ExcerptText.module.css';
import type { ExcerptPart } from './readExcerpt.ts';

export const ExcerptText = ({ parts }: { readonly parts: readonly ExcerptPart[] }) =>
  parts.map(({ text, isMarked }, index) =>
    isMarked ? (
      <mark key={index} className={classes.mark}>
        {text}
      </mark>
    ) : (
      text
    ),
  );
