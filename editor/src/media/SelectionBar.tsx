// What can be done with the selected files: move and delete them.
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { MediaFile, MediaFolder } from '../api/mediaQueries.ts';
import { DeleteFilesDialog } from './DeleteFilesDialog.tsx';
import classes from './media.module.css';
import { MoveDialog } from './MoveDialog.tsx';
import type { FileSelection } from './useFileSelection.ts';
import { useMediaRights } from './useLibrary.ts';

interface Props {
  readonly files: readonly MediaFile[];
  readonly folders: readonly MediaFolder[];
  readonly folder: string | null;
  readonly selection: FileSelection;
}

export const SelectionBar = ({ files, folders, folder, selection }: Props) => {
  const t = useTranslations('media');
  const common = useTranslations('common');
  const { mayChange, mayDelete } = useMediaRights();
  const [dialog, setDialog] = useState<'move' | 'delete'>();
  const chosen = files.filter(({ documentId }) => selection.selected.has(documentId));
  const clear = (): void => selection.set([]);
  const show = (next: typeof dialog) => (): void => setDialog(next);
  const close = show(undefined);
  if (chosen.length === 0 && dialog === undefined) return null;
  const ids = chosen.map(({ documentId }) => documentId);
  return (
    <Group component="section" gap="xs" className={classes.selection ?? ''} aria-label={t('selection.label')}>
      <Text size="sm" fw={600} aria-live="polite">
        {t('selection.count', { count: chosen.length })}
      </Text>
      {chosen.every(mayChange) && folders.length > 0 ? (
        <Button size="xs" variant="default" onClick={show('move')}>
          {t('move.action')}
        </Button>
      ) : null}
      {chosen.every(mayDelete) ? (
        <Button size="xs" variant="default" c="var(--mantine-color-error)" onClick={show('delete')}>
          {common('delete')}
        </Button>
      ) : null}
      <Button size="xs" variant="subtle" onClick={() => selection.set(files.map(({ documentId }) => documentId))}>
        {t('selection.all')}
      </Button>
      <Button size="xs" variant="subtle" onClick={clear}>
        {t('selection.clear')}
      </Button>
      {dialog === 'move' ? (
        <MoveDialog moved={{ files: ids }} folders={folders} from={folder} onClose={close} onMoved={clear} />
      ) : null}
      {dialog === 'delete' ? <DeleteFilesDialog files={chosen} onClose={close} onDeleted={clear} /> : null}
    </Group>
  );
};
