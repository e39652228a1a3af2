// Asks for the folder into which files or a folder are moved.
import { Radio, ScrollArea, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { MediaFolder } from '../api/mediaQueries.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import type { Dragged } from './dragData.ts';
import { folderPath, folderTree, searchFolders } from './folders.ts';
import { useMove } from './useLibrary.ts';
import { textProps } from '../ui/inputProps.ts';
import { Hint } from '../ui/Hint.tsx';

interface Props {
  readonly moved: Dragged;
  readonly folders: readonly MediaFolder[];
  /** Where they are. */
  readonly from: string | null;
  readonly onClose: () => void;
  readonly onMoved?: () => void;
}

/** The top has no documentId, and a radio needs a value. */
const top = '/';

/** With more folders a search is shown. */
const fewFolders = 12;

export const MoveDialog = ({ moved, folders, from, onClose, onMoved }: Props) => {
  const t = useTranslations('media');
  const picker = useTranslations('fields.picker');
  const move = useMove(folders, onMoved);
  const [target, setTarget] = useState(from ?? top);
  const [text, setText] = useState('');
  const without = 'folder' in moved ? [moved.folder] : [];
  const tree = folderTree(folders, without);
  const found = new Set(searchFolders(folders, text.trim()).map(({ documentId }) => documentId));
  const isSearch = text.trim() !== '';
  const rows = isSearch ? tree.filter(({ folder }) => found.has(folder.documentId)) : tree;
  const name = 'folder' in moved ? (folders.find(({ documentId }) => documentId === moved.folder)?.name ?? '') : '';
  return (
    <FormDialog
      title={'files' in moved ? t('move.title', { count: moved.files.length }) : t('folder.moveTitle', { name })}
      submitLabel={t('move.action')}
      disabled={target === (from ?? top)}
      onSubmit={() => {
        move(moved, target === top ? null : target);
        onClose();
      }}
      onClose={onClose}
    >
      {folders.length > fewFolders ? (
        <TextInput
          type="search"
          aria-label={t('move.search')}
          placeholder={t('move.search')}
          {...textProps(text, setText)}
        />
      ) : null}
      <Radio.Group label={t('move.to')} value={target} onChange={setTarget}>
        <ScrollArea.Autosize mah="50vh" mt="xs">
          <Stack gap="xs" p={4}>
            {isSearch ? null : <Radio value={top} label={picker('top')} />}
            {rows.map(({ folder: { documentId, name: label }, depth }) => (
              <Radio
                key={documentId}
                value={documentId}
                ps={isSearch ? 0 : 24 * (depth + 1)}
                label={
                  isSearch ? (
                    folderPath(folders, documentId)
                      .map((step) => step.name)
                      .join(' › ')
                  ) : (
                    <span dir="auto">{label}</span>
                  )
                }
              />
            ))}
            {isSearch && rows.length === 0 ? <Hint role="status">{t('move.noneFound')}</Hint> : null}
          </Stack>
        </ScrollArea.Autosize>
      </Radio.Group>
    </FormDialog>
  );
};
