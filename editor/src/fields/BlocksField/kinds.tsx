// The icons and names of what a block can be made into.
import {
  CodeSquareIcon,
  HeadingIcon,
  ListOrderedIcon,
  ListUnorderedIcon,
  QuoteIcon,
  TypographyIcon,
} from '@primer/octicons-react';
import { useTranslations } from 'use-intl';
import { blockKinds, type BlockKind } from './model/commands.ts';

const icons = {
  paragraph: <TypographyIcon />,
  heading: <HeadingIcon />,
  unordered: <ListUnorderedIcon />,
  ordered: <ListOrderedIcon />,
  quote: <QuoteIcon />,
  code: <CodeSquareIcon />,
};

export const kindOptions = blockKinds.map((option) => ({
  ...option,
  icon: icons[option.kind.type === 'list' ? option.kind.format : option.kind.type],
}));

/** A function that names a kind; undefined: a paragraph. */
export const useKindName = (): ((kind: BlockKind | undefined) => string) => {
  const t = useTranslations('fields.blocks');
  return (kind) => {
    if (kind === undefined) return t('kinds.paragraph');
    if (kind.type === 'heading') return t('kinds.heading', { level: kind.level });
    return kind.type === 'list' ? t(`lists.${kind.format}`) : t(`kinds.${kind.type}`);
  };
};
