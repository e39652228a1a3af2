// A document in the command palette: its title, its type with an excerpt, and its status unless that is published.
import type { Icon } from '@primer/octicons-react';
import { Text } from '@mantine/core';
import type { SearchResult } from '../api/documents.ts';
import type { ContentType } from '../schema/types.ts';
import { ExcerptText } from '../ui/ExcerptText.tsx';
import { readExcerpt } from '../ui/readExcerpt.ts';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import classes from './CommandPalette.module.css';

interface Props {
  readonly result: SearchResult;
  readonly type: ContentType;
  readonly label: string;
  readonly Icon: Icon;
}

export const PaletteDocument = ({ result: { excerpt, status }, type, label, Icon }: Props) => {
  const parts = readExcerpt(excerpt);
  const isTitle = parts.map(({ text }) => text).join('') === label;
  return (
    <span className={classes.row}>
      <span className={classes.icon}>
        <Icon />
      </span>
      <span className={classes.texts}>
        <Text span truncate dir="auto" className={classes.line}>
          {isTitle ? <ExcerptText parts={parts} /> : label}
        </Text>
        <Text span size="xs" truncate className={`${classes.line} ${classes.details}`}>
          {type.displayName}
          {isTitle || parts.length === 0 ? null : (
            <>
              {' · '}
              <bdi>
                <ExcerptText parts={parts} />
              </bdi>
            </>
          )}
        </Text>
      </span>
      {status === undefined || status === 'published' ? null : (
        <span className={classes.status}>
          <StatusBadge status={status} />
        </span>
      )}
    </span>
  );
};
