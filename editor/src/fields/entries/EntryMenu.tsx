// What can be done with an entry.
import { ActionIcon, Menu } from '@mantine/core';
import {
  ArrowDownIcon,
  ArrowUpIcon,
  CopyIcon,
  DuplicateIcon,
  KebabHorizontalIcon,
  MoveToEndIcon,
  PasteIcon,
  TrashIcon,
} from '@primer/octicons-react';
import { useTranslations } from 'use-intl';
import { KeyHint } from '../../ui/KeyHint.tsx';
import { useCopied } from './entryClipboard.ts';

const items = [
  ['duplicate', DuplicateIcon],
  ['copy', CopyIcon, 'mod+C'],
  ['cut', MoveToEndIcon, 'mod+X'],
  ['pasteBelow', PasteIcon, 'mod+V'],
  ['moveUp', ArrowUpIcon],
  ['moveDown', ArrowDownIcon],
] as const;

export type EntryAction = (typeof items)[number][0] | 'remove';

interface Props {
  readonly label: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** The list has as many entries as it may have. */
  readonly isFull: boolean;
  readonly run: (action: EntryAction) => () => void;
}

export const EntryMenu = ({ label, isFirst, isLast, isFull, run }: Props) => {
  const t = useTranslations('form.entries');
  const hasCopied = useCopied().length > 0;
  const disabled: Readonly<Partial<Record<EntryAction, boolean>>> = {
    ...{ duplicate: isFull, pasteBelow: isFull || !hasCopied, moveUp: isFirst, moveDown: isLast },
  };
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('actions', { name: label })}>
          <KebabHorizontalIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(([action, Icon, keys]) => (
          <Menu.Item
            key={action}
            leftSection={<Icon />}
            rightSection={keys === undefined ? null : <KeyHint keys={keys} />}
            disabled={disabled[action] === true}
            onClick={run(action)}
          >
            {t(action)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item color="var(--mantine-color-error)" leftSection={<TrashIcon />} onClick={run('remove')}>
          {t('remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
