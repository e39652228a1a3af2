// The menu that makes a paragraph into a heading, a quote or code.
import { Button, Menu } from '@mantine/core';
import { ChevronDownIcon } from '@primer/octicons-react';
import { useTranslations } from 'use-intl';
import { kindOptions, useKindName } from './kinds.tsx';
import type { BlockKind } from './model/commands.ts';

interface Props {
  /** The kind of the block with the cursor. */
  readonly kind: BlockKind | undefined;
  readonly onChoose: (kind: BlockKind) => void;
}

export const BlockMenu = ({ kind, onChoose }: Props) => {
  const t = useTranslations('fields.blocks');
  const nameOf = useKindName();
  const name = kind?.type === 'list' ? t('kinds.list') : nameOf(kind);
  return (
    <Menu position="bottom-start" returnFocus={false}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          rightSection={<ChevronDownIcon />}
          aria-label={t('kind', { kind: name })}
        >
          {name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {kindOptions
          .filter((one) => one.kind.type !== 'list')
          .map((one) => (
            <Menu.Item
              key={one.id}
              onClick={() => {
                onChoose(one.kind);
              }}
            >
              {nameOf(one.kind)}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
};
