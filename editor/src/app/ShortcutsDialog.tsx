// The list of all keyboard shortcuts of the screen, opened with `?`.
import { Modal, Table } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { KeyHint } from '../ui/KeyHint.tsx';
import { closeShortcuts, openShortcuts, useShortcut, useShortcuts, useShortcutsOpen } from '../ui/shortcuts.ts';

export const ShortcutsDialog = () => {
  const t = useTranslations('app');
  const shortcuts = useShortcuts();
  useShortcut('shift+?', t('shortcuts'), openShortcuts);
  return (
    <Modal opened={useShortcutsOpen()} onClose={closeShortcuts} title={t('shortcuts')}>
      <Table>
        <Table.Tbody>
          {shortcuts.map(({ keys, label }) => (
            <Table.Tr key={`${keys} ${label}`}>
              <Table.Td>{label}</Table.Td>
              <Table.Td ta="end">
                <KeyHint keys={keys} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
};
