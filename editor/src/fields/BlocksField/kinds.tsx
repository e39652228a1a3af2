// What a block can be made into: its icon, its name, and how it is typed.
import {
  CodeSquareIcon,
  HeadingIcon,
  ListOrderedIcon,
  ListUnorderedIcon,
  QuoteIcon,
  TypographyIcon,
} from '@primer/octicons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { BlockKind } from './model/commands.ts';

interface KindOption {
  readonly id: string;
  readonly kind: BlockKind;
  readonly icon: ReactNode;
  /** The characters that make it. */
  readonly typed: string;
}

export const kindOptions: readonly KindOption[] = [
  { id: 'paragraph', kind: { type: 'paragraph' }, icon: <TypographyIcon />, typed: '' },
  ...[1, 2, 3, 4, 5, 6].map((level) => ({
    id: `heading${level}`,
    kind: { type: 'heading', level } as const,
    icon: <HeadingIcon />,
    typed: '#'.repeat(level),
  })),
  { id: 'unordered', kind: { type: 'list', format: 'unordered' }, icon: <ListUnorderedIcon />, typed: '-' },
  { id: 'ordered', kind: { type: 'list', format: 'ordered' }, icon: <ListOrderedIcon />, typed: '1.' },
  { id: 'quote', kind: { type: 'quote' }, icon: <QuoteIcon />, typed: '>' },
  { id: 'code', kind: { type: 'code' }, icon: <CodeSquareIcon />, typed: '```' },
];

/** A function that names a kind; undefined: a paragraph. */
export const useKindName = (): ((kind: BlockKind | undefined) => string) => {
  const t = useTranslations('fields.blocks');
  return (kind) => {
    if (kind === undefined) return t('kinds.paragraph');
    if (kind.type === 'heading') return t('kinds.heading', { level: kind.level });
    return kind.type === 'list' ? t(`lists.${kind.format}`) : t(`kinds.${kind.type}`);
  };
};
