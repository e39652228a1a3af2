// The menu that makes a paragraph into a heading, a quote or code.
import { Button, Menu } from '@mantine/core';
import { ChevronDownIcon } from '@primer/octicons-react';
import { useTranslations } from 'use-intl';
import type { BlockKind } from './model/commands.ts';

const kinds: readonly BlockKind[] = [
  { type: 'paragraph' },
  ...[1, 2, 3, 4, 5, 6].map((level) => ({ type: 'heading', level }) as const),
  { type: 'quote' },
  { type: 'code' },
];

interface Props {
  /** The kind of the block with the cursor. */
  readonly kind: BlockKind | undefined;
  readonly onChoose: (kind: BlockKind) => void;
}

export const BlockMenu = ({ kind, onChoose }: Props) => {
  const t = useTranslations('fields.blocks');
  const nameOf = (one: BlockKind | undefined): string => {
    if (one === undefined) return t('kinds.paragraph');
    if (one.type === 'heading') return t('kinds.heading', { level: one.level });
    return t(`kinds.${one.type}`);
  };
  return (
    <Menu position="bottom-start" returnFocus={false}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          rightSection={<ChevronDownIcon />}
          aria-label={t('kind', { kind: nameOf(kind) })}
        >
          {nameOf(kind)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map((one) => (
          <Menu.Item
            key={nameOf(one)}
            onClick={() => {
              onChoose(one);
            }}
          >
            {nameOf(one)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
