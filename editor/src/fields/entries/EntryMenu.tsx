// What can be done with an entry.
import { ActionIcon, Menu } from '@mantine/core';
import {
  ArrowDownIcon,
  ArrowUpIcon,
  CopyIcon,
  DuplicateIcon,
  KebabHorizontalIcon,
  TrashIcon,
} from '@primer/octicons-react';
import { useTranslations } from 'use-intl';

interface Props {
  readonly label: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** The list has as many entries as it may have. */
  readonly isFull: boolean;
  readonly onDuplicate: () => void;
  readonly onCopy: () => void;
  /** By so many places. */
  readonly onMove: (places: -1 | 1) => void;
  readonly onRemove: () => void;
}

export const EntryMenu = ({ label, isFirst, isLast, isFull, onDuplicate, onCopy, onMove, onRemove }: Props) => {
  const t = useTranslations('form.entries');
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
        <Menu.Item leftSection={<CopyIcon />} onClick={onCopy}>
          {t('copy')}
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
