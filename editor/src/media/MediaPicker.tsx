// The dialog in which the user chooses files of the media library, or uploads new ones.
import { Button, FileButton, Group, Stack, Text, TextInput, Box, Center, UnstyledButton } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { FileDirectoryFillIcon, SearchIcon, UploadIcon, CheckCircleFillIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useMediaFiles, useMediaFolders } from '../api/media.ts';
import { acceptedTypes, isAllowed, type MediaFile, type MediaFolder } from '../api/mediaQueries.ts';
import { useUploads } from '../api/useUploads.ts';
import { useMay } from '../api/editor.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { UploadList } from '../ui/UploadList.tsx';
import { FolderPath } from './FolderPath.tsx';
import { foldersIn } from './folders.ts';
import classes from './MediaPicker.module.css';
import { textProps } from '../ui/inputProps.ts';
import { Loaded } from '../ui/Loaded.tsx';
import { MoreButton } from '../ui/MoreButton.tsx';
import { TileContent } from './FileGrid.tsx';
import tiles from './tiles.module.css';
import { Hint } from '../ui/Hint.tsx';

interface FolderProps {
  readonly folders: readonly MediaFolder[];
  /** The documentId of the open folder; null at the top. */
  readonly folder: string | null;
  readonly onChange: (folder: string | null) => void;
}

/** The path to the open folder, and the folders in it. */
const FolderBar = ({ folders, folder, onChange }: FolderProps) => {
  const t = useTranslations('fields.picker');
  return (
    <nav aria-label={t('folders')}>
      <FolderPath folders={folders} folder={folder} onChange={onChange} />
      <Group gap="xs" mt="xs">
        {foldersIn(folders, folder).map(({ documentId, name, files }) => (
          <Button
            key={documentId}
            variant="default"
            size="xs"
            leftSection={<FileDirectoryFillIcon />}
            aria-label={t('openFolder', { name, files })}
            onClick={() => onChange(documentId)}
          >
            {name}{' '}
            <Text span size="xs" c="dimmed" ms="xs">
              {files}
            </Text>
          </Button>
        ))}
      </Group>
    </nav>
  );
};

interface GridProps {
  readonly files: ReturnType<typeof useMediaFiles>;
  readonly chosen: readonly MediaFile[];
  readonly isSearch: boolean;
  readonly onToggle: (file: MediaFile) => void;
}

/** The files that can be chosen, as tiles that are pressed or not. */
const PickerGrid = ({ files, chosen, isSearch, onToggle }: GridProps) => {
  const t = useTranslations('fields.picker');
  return (
    <Box mih="18rem">
      <Loaded query={files} height={288}>
        {(rows) =>
          rows.length === 0 ? (
            <Center mih="18rem">
              <Text c="dimmed">{t(isSearch ? 'noneFound' : 'empty')}</Text>
            </Center>
          ) : (
            <>
              <div className={tiles.tiles} role="group" aria-label={t('files')}>
                {rows.map((file) => {
                  const place = chosen.findIndex(({ id }) => id === file.id);
                  return (
                    <UnstyledButton
                      key={file.id}
                      className={tiles.tile ?? ''}
                      aria-pressed={place >= 0}
                      title={file.name}
                      onClick={() => onToggle(file)}
                    >
                      <TileContent file={file} />
                      {place < 0 ? null : (
                        <span className={classes.check}>
                          <CheckCircleFillIcon size={20} />
                        </span>
                      )}
                    </UnstyledButton>
                  );
                })}
              </div>
              <MoreButton query={files} />
            </>
          )
        }
      </Loaded>
    </Box>
  );
};

interface Props {
  readonly multiple: boolean;
  readonly allowedTypes: readonly string[] | undefined;
  readonly onClose: () => void;
  /** Called with at least one file, in the order in which they were chosen; then the dialog closes. */
  readonly onChoose: (files: readonly MediaFile[]) => void;
}

export default function MediaPicker({ multiple, allowedTypes, onClose, onChoose }: Props) {
  const t = useTranslations('fields.picker');
  const common = useTranslations('common');
  const may = useMay();
  const isNarrow = useMediaQuery('(max-width: 48em)');
  const [text, setText] = useState('');
  const [searched] = useDebouncedValue(text.trim(), 200);
  const [folder, setFolder] = useState<string | null>(null);
  const [chosen, setChosen] = useState<readonly MediaFile[]>([]);
  const folders = useMediaFolders().data ?? [];
  const files = useMediaFiles({ text: searched, allowedTypes, folder: folders.length === 0 ? undefined : folder });

  const toggle = (file: MediaFile): void => {
    setChosen((now) => {
      if (now.some(({ id }) => id === file.id)) return now.filter(({ id }) => id !== file.id);
      return multiple ? [...now, file] : [file];
    });
  };
  const uploads = useUploads({
    onStored: (file) => setChosen((now) => (multiple ? [...now, file] : [file])),
  });
  const choose = (): void => {
    onChoose(chosen);
    onClose();
  };

  return (
    <Dialog onClose={onClose} title={t('title')} size="64rem" fullScreen={isNarrow}>
      <Stack gap="sm">
        <Group gap="xs" wrap="nowrap">
          <TextInput
            flex={1}
            type="search"
            data-autofocus
            aria-label={t('search')}
            placeholder={t('search')}
            leftSection={<SearchIcon />}
            {...textProps(text, setText)}
          />
          {may('upload', 'plugin::upload.content-api') ? (
            <FileButton
              multiple
              accept={acceptedTypes(allowedTypes)?.join(',') ?? ''}
              onChange={(list: File[]) => {
                const accepted = list.filter(({ type }) => isAllowed(type, allowedTypes));
                uploads.start(accepted, folder === null ? {} : { fileInfo: { folder } });
              }}
            >
              {(props) => (
                <Button {...props} variant="default" leftSection={<UploadIcon />}>
                  {t('upload')}
                </Button>
              )}
            </FileButton>
          ) : null}
        </Group>
        {searched === '' && folders.length > 0 ? (
          <FolderBar folders={folders} folder={folder} onChange={setFolder} />
        ) : null}
        <UploadList uploads={uploads} />
        <PickerGrid files={files} chosen={chosen} isSearch={searched !== ''} onToggle={toggle} />
        <Group className={classes.footer ?? ''} justify="space-between" gap="xs" py="sm">
          <Hint role="status">{t('count', { count: chosen.length })}</Hint>
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              {common('cancel')}
            </Button>
            <Button disabled={chosen.length === 0} onClick={choose}>
              {t('choose')}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Dialog>
  );
}
