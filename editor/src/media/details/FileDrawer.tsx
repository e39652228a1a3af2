// The details of a file beside the library: its preview, its texts, where it is used, and what can be done with it.
import { Center, Drawer, Loader, Stack } from '@mantine/core';
import { FileIcon } from '@primer/octicons-react';
import { useTranslations } from 'use-intl';
import { ApiError } from '../../api/client.ts';
import { useMediaFile } from '../../api/media.ts';
import type { MediaFile, MediaFolder } from '../../api/mediaQueries.ts';
import type { Uploads } from '../../api/useUploads.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { useMediaRights } from '../useLibrary.ts';
import { FileActions } from './FileActions.tsx';
import { FileFacts } from './FileFacts.tsx';
import { FilePreview } from './FilePreview.tsx';
import { FileTexts } from './FileTexts.tsx';
import { FileUsage } from './FileUsage.tsx';

interface Props {
  /** Undefined: it is closed. */
  readonly documentId: string | undefined;
  /** The file as the list shows it. */
  readonly listed: MediaFile | undefined;
  readonly folders: readonly MediaFolder[];
  /** The uploads of the library; some may replace this file. */
  readonly uploads: Uploads;
  readonly onClose: () => void;
}

export const FileDrawer = ({ documentId, listed, folders, uploads, onClose }: Props) => {
  const t = useTranslations('media.file');
  const { mayFindOne, mayChange } = useMediaRights();
  const read = useMediaFile(mayFindOne ? documentId : undefined, listed);
  const file = mayFindOne ? read.data : listed;
  if (documentId === undefined) return null;
  const isMissing = read.error instanceof ApiError && read.error.status === 404;
  return (
    <Drawer
      opened
      position="right"
      size="32rem"
      title={file?.name ?? t('name')}
      closeButtonProps={{ 'aria-label': t('close') }}
      onClose={onClose}
    >
      {isMissing ? (
        <EmptyState Icon={FileIcon} title={t('notFound')} />
      ) : file === undefined ? (
        read.error === null ? (
          <Center py="xl">
            <Loader />
          </Center>
        ) : (
          <ErrorMessage error={read.error} onRetry={() => void read.refetch()} />
        )
      ) : (
        <Stack key={file.documentId}>
          <FilePreview file={file} mayChange={mayChange(file)} />
          <FileActions file={file} folders={folders} uploads={uploads} onDeleted={onClose} />
          <FileTexts file={file} mayChange={mayChange(file)} />
          {mayFindOne ? <FileUsage documentId={file.documentId} /> : null}
          <FileFacts file={file} folders={folders} />
        </Stack>
      )}
    </Drawer>
  );
};
