// The list of all keyboard shortcuts of the screen, opened with `?`.
import { Modal, Table } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useTranslations } from 'use-intl';
import { KeyHint } from '../ui/KeyHint.tsx';
import { closeShortcuts, useShortcuts, useShortcutsOpen, type Shortcut } from '../ui/shortcuts.ts';

const Rows = ({ shortcuts }: { readonly shortcuts: readonly Shortcut[] }) =>
  shortcuts.map(({ keys, label }) => (
    <Table.Tr key={`${keys} ${label}`}>
      <Table.Td>{label}</Table.Td>
      <Table.Td ta="end">
        <KeyHint keys={keys} />
      </Table.Td>
    </Table.Tr>
  ));

export const ShortcutsDialog = () => {
  const t = useTranslations('app');
  const shortcuts = useShortcuts();
  // It notes where the focus was when it opens after its first rendering.
  const isMounted = useMounted();
  const isOpened = useShortcutsOpen();
  const ofTexts = shortcuts.filter(({ isOfText }) => isOfText);
  return (
    <Modal opened={isMounted && isOpened} onClose={closeShortcuts} title={t('shortcuts')}>
      <Table>
        <Table.Tbody>
          <Rows shortcuts={shortcuts.filter(({ isOfText }) => !isOfText)} />
        </Table.Tbody>
        {ofTexts.length === 0 ? null : (
          <Table.Tbody>
            <Table.Tr>
              <Table.Th colSpan={2} scope="rowgroup">
                {t('textShortcuts')}
              </Table.Th>
            </Table.Tr>
            <Rows shortcuts={ofTexts} />
          </Table.Tbody>
        )}
      </Table>
    </Modal>
  );
};
