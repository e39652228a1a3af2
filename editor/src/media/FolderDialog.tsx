// Asks for the name of a folder, to make or to rename it.
import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { mediaKey } from '../api/media.ts';
import { createFolder, updateFolder } from '../api/mediaChanges.ts';
import type { MediaFolder } from '../api/mediaQueries.ts';
import { autoDirection } from '../ui/autoDirection.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { textProps } from '../ui/inputProps.ts';
import { useServerText } from '../ui/useServerText.ts';

interface Props {
  /** The folder that gets another name; undefined: a new one. */
  readonly folder?: MediaFolder;
  /** Where a new one is made; null: at the top. */
  readonly parent: string | null;
  readonly onClose: () => void;
}

export const FolderDialog = ({ folder, parent, onClose }: Props) => {
  const t = useTranslations('media.folder');
  const common = useTranslations('common');
  const serverText = useServerText();
  const client = useQueryClient();
  const [name, setName] = useState(folder?.name ?? '');
  const typed = name.trim();
  const store = useMutation({
    mutationFn: () =>
      folder === undefined ? createFolder(typed, parent) : updateFolder(folder.documentId, { name: typed }),
    onSuccess: async () => {
      onClose();
      await client.invalidateQueries({ queryKey: mediaKey });
    },
  });
  const hasSlash = typed.includes('/');
  const submit = () => {
    if (typed !== '' && !hasSlash) store.mutate();
  };
  return (
    <FormDialog
      title={t(folder === undefined ? 'create' : 'rename')}
      submitLabel={folder === undefined ? common('create') : t('renameAction')}
      isPending={store.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={t('name')}
        required
        {...autoDirection}
        data-autofocus
        error={hasSlash ? t('noSlash') : store.error === null ? undefined : serverText(store.error.message)}
        {...textProps(name, (next) => {
          setName(next);
          store.reset();
        })}
      />
    </FormDialog>
  );
};
