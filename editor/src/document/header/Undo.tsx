// Undo and redo: their shortcuts, their buttons, and on a phone their items in the menu.
import { ActionIcon, Group, Menu, Tooltip } from '@mantine/core';
import { RedoIcon, UndoIcon } from '@primer/octicons-react';
import { useTranslations } from 'use-intl';
import { useUndo } from '../../form/useUndo.ts';
import type { DocumentForm } from '../../form/formStore.ts';
import { useShortcut } from '../../ui/shortcuts.ts';
import type { Place } from '../LoaderProps.ts';

interface Props {
  readonly form: DocumentForm;
}

export const UndoShortcuts = ({ form, place }: Props & { readonly place: Place }) => {
  const t = useTranslations('document');
  const { undo, redo } = useUndo(form);
  const isPage = place === 'page';
  useShortcut('mod+Z', t('undo'), isPage ? undo : () => undefined);
  useShortcut('mod+shift+Z', t('redo'), isPage ? redo : () => undefined);
  return null;
};

export const UndoButtons = ({ form }: Props) => {
  const t = useTranslations('document');
  const { canUndo, canRedo, undo, redo } = useUndo(form);
  return (
    <Group gap={4} wrap="nowrap">
      <Tooltip label={t('undo')}>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('undo')} disabled={!canUndo} onClick={undo}>
          <UndoIcon />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('redo')}>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('redo')} disabled={!canRedo} onClick={redo}>
          <RedoIcon />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
};

export const UndoItems = ({ form }: Props) => {
  const t = useTranslations('document');
  const { canUndo, canRedo, undo, redo } = useUndo(form);
  return (
    <>
      <Menu.Item leftSection={<UndoIcon />} disabled={!canUndo} onClick={undo}>
        {t('undo')}
      </Menu.Item>
      <Menu.Item leftSection={<RedoIcon />} disabled={!canRedo} onClick={redo}>
        {t('redo')}
      </Menu.Item>
    </>
  );
};
