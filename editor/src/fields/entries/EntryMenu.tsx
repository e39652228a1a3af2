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

interface Props {
  readonly label: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** The list has as many entries as it may have. */
  readonly isFull: boolean;
  readonly onDuplicate: () => void;
  readonly onCopy: () => void;
  readonly onCut: () => void;
  /** Pastes below the entry. */
  readonly onPaste: () => void;
  /** By so many places. */
  readonly onMove: (places: -1 | 1) => void;
  readonly onRemove: () => void;
}

export const EntryMenu = (props: Props) => {
  const { label, isFirst, isLast, isFull, onDuplicate, onCopy, onCut, onPaste, onMove, onRemove } = props;
  const t = useTranslations('form.entries');
  const hasCopied = useCopied().length > 0;
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('actions', { name: label })}>
          <KebabHorizontalIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<DuplicateIcon />} disabled={isFull} onClick={onDuplicate}>
          {t('duplicate')}
        </Menu.Item>
        <Menu.Item leftSection={<CopyIcon />} rightSection={<KeyHint keys="mod+C" />} onClick={onCopy}>
          {t('copy')}
        </Menu.Item>
        <Menu.Item leftSection={<MoveToEndIcon />} rightSection={<KeyHint keys="mod+X" />} onClick={onCut}>
          {t('cut')}
        </Menu.Item>
        <Menu.Item
          leftSection={<PasteIcon />}
          rightSection={<KeyHint keys="mod+V" />}
          disabled={!hasCopied || isFull}
          onClick={onPaste}
        >
          {t('pasteBelow')}
        </Menu.Item>
        <Menu.Item
          leftSection={<ArrowUpIcon />}
          disabled={isFirst}
          onClick={() => {
            onMove(-1);
          }}
        >
          {t('moveUp')}
        </Menu.Item>
        <Menu.Item
          leftSection={<ArrowDownIcon />}
          disabled={isLast}
          onClick={() => {
            onMove(1);
          }}
        >
          {t('moveDown')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="var(--mantine-color-error)" leftSection={<TrashIcon />} onClick={onRemove}>
          {t('remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
