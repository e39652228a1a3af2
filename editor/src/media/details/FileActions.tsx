// What can be done with a file: open, replace, move and delete it.
import { Button, Group, Box, Checkbox, FileButton, Text } from '@mantine/core';
import { FileSymlinkFileIcon, LinkExternalIcon, TrashIcon, SyncIcon } from '@primer/octicons-react';
import { useTranslations } from 'use-intl';
import { useRef, useState } from 'react';
import { type MediaFile, type MediaFolder, acceptedTypes, mediaKindOf } from '../../api/mediaQueries.ts';
import type { Uploads } from '../../api/useUploads.ts';
import { DialogButton } from '../../ui/DialogButton.tsx';
import { DeleteFilesDialog } from '../DeleteFilesDialog.tsx';
import { MoveDialog } from '../MoveDialog.tsx';
import { useMediaRights } from '../useLibrary.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { UploadList } from '../../ui/UploadList.tsx';
import { checkedProps } from '../../ui/inputProps.ts';

interface FileProps {
  readonly file: MediaFile;
  readonly uploads: Uploads;
}

interface DialogProps extends FileProps {
  /** The file that replaces the other. */
  readonly chosen: File;
  readonly onClose: () => void;
}

const ReplaceDialog = ({ file, uploads, chosen, onClose }: DialogProps) => {
  const t = useTranslations('media');
  const [takesName, setTakesName] = useState(false);
  const [removesPoint, setRemovesPoint] = useState(false);
  const [newUrl, setNewUrl] = useState(false);
  return (
    <FormDialog
      title={t('file.replaceTitle', { name: file.name })}
      submitLabel={t('file.replace')}
      onSubmit={() => {
        const name = takesName ? chosen.name : file.name;
        const focalPoint = removesPoint ? null : file.focalPoint;
        uploads.start([chosen], { replaces: file.id, newUrl, fileInfo: { name, focalPoint } });
        onClose();
      }}
      onClose={onClose}
    >
      <Text size="sm">{t('file.replaceHint')}</Text>
      {chosen.name === file.name ? null : (
        <Checkbox label={t('file.takeName', { name: chosen.name })} {...checkedProps(takesName, setTakesName)} />
      )}
      {file.focalPoint === null ? null : (
        <Checkbox label={t('focalPoint.reset')} {...checkedProps(removesPoint, setRemovesPoint)} />
      )}
      <Checkbox label={t('file.newUrl')} {...checkedProps(newUrl, setNewUrl)} />
    </FormDialog>
  );
};

/** Replaces the file of a record. What people wrote of it stays, unless they say otherwise. */
const ReplaceButton = ({ file, uploads }: FileProps) => {
  const t = useTranslations('media.file');
  const [chosen, setChosen] = useState<File | null>(null);
  const reset = useRef<() => void>(null);
  const own = uploads.uploads.filter(({ replaces }) => replaces === file.id);
  return (
    <>
      <FileButton
        accept={acceptedTypes([mediaKindOf(file.mime)])?.join(',') ?? ''}
        resetRef={reset}
        onChange={setChosen}
      >
        {(props) => (
          <Button
            {...props}
            size="xs"
            variant="default"
            leftSection={<SyncIcon />}
            disabled={own.some(({ error }) => error === undefined)}
          >
            {t('replace')}
          </Button>
        )}
      </FileButton>
      {chosen === null ? null : (
        <ReplaceDialog
          {...{ file, uploads, chosen }}
          onClose={() => {
            setChosen(null);
            reset.current?.();
          }}
        />
      )}
      {own.length === 0 ? null : (
        <Box w="100%">
          <UploadList uploads={{ ...uploads, uploads: own }} />
        </Box>
      )}
    </>
  );
};

interface Props extends FileProps {
  readonly folders: readonly MediaFolder[];
  readonly onDeleted: () => void;
}

export const FileActions = ({ file, folders, uploads, onDeleted }: Props) => {
  const t = useTranslations('media');
  const common = useTranslations('common');
  const { mayChange, mayDelete } = useMediaRights();
  return (
    <Group gap="xs">
      <Button
        component="a"
        href={file.url}
        target="_blank"
        rel="noopener"
        size="xs"
        variant="default"
        leftSection={<LinkExternalIcon />}
        aria-label={t('file.opensTab', { name: t('file.download') })}
      >
        {t('file.download')}
      </Button>
      {mayChange(file) ? <ReplaceButton file={file} uploads={uploads} /> : null}
      {mayChange(file) && folders.length > 0 ? (
        <DialogButton
          size="xs"
          variant="default"
          leftSection={<FileSymlinkFileIcon />}
          dialog={(close) => (
            <MoveDialog
              {...{ folders, moved: { files: [file.documentId] }, from: file.folder ?? null, onClose: close }}
            />
          )}
        >
          {t('move.action')}
        </DialogButton>
      ) : null}
      {mayDelete(file) ? (
        <DialogButton
          size="xs"
          variant="default"
          c="var(--mantine-color-error)"
          leftSection={<TrashIcon />}
          dialog={(close) => <DeleteFilesDialog files={[file]} onClose={close} onDeleted={onDeleted} />}
        >
          {common('delete')}
        </DialogButton>
      ) : null}
    </Group>
  );
};
