// Asks before files are deleted, and names the documents that lose them.
import { Alert, Button, Group, Loader, Modal, Progress, ScrollArea, Stack, Text } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { mediaKey } from '../api/media.ts';
import type { MediaFile } from '../api/mediaQueries.ts';
import { fileUid } from '../api/useTrash.ts';
import { useDeletedNotice, useDeleteText } from '../trash/useDeletedNotice.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { useAction } from '../ui/useAction.ts';
import { useMediaRights } from './useLibrary.ts';
import { useUsages } from './useUsages.ts';
import { UsingDocumentLink } from './UsingDocumentLink.tsx';
import { ApiError } from '../api/client.ts';
import { deleteFile } from '../api/mediaChanges.ts';

/**
 * @param onProgress called with the number of files that are deleted
 * @throws ApiError for the first file that cannot be deleted; those after it stay
 */
const deleteAll = async (documentIds: readonly string[], onProgress: (done: number) => void): Promise<void> => {
  for (const [index, documentId] of documentIds.entries()) {
    await deleteFile(documentId).catch((error: unknown) => {
      // Somebody else deleted it.
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
    });
    onProgress(index + 1);
  }
};

interface Props {
  readonly files: readonly MediaFile[];
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

const maxDocuments = 50;

export const DeleteFilesDialog = ({ files: initial, onClose, onDeleted }: Props) => {
  const t = useTranslations('media.remove');
  const common = useTranslations('common');
  // The files leave the list while they are deleted.
  const [files] = useState(initial);
  const [done, setDone] = useState(0);
  const { mayFindOne } = useMediaRights();
  const count = files.length;
  const ids = files.map(({ documentId }) => documentId);
  const usages = useUsages(ids, mayFindOne);
  const deleted = useDeletedNotice();
  const deleteText = useDeleteText(fileUid);
  const remove = useAction({
    run: () => deleteAll(ids, setDone),
    changes: mediaKey,
    onSuccess: () => {
      deleted(
        t('done', { count }),
        files.map(({ documentId, name }) => ({ uid: fileUid, documentId, locale: undefined, title: name })),
      );
      onDeleted();
      onClose();
    },
  });
  const { documents = [], hidden = 0 } = usages.data ?? {};
  const isUsed = documents.length > 0 || hidden > 0;
  return (
    <Modal
      opened
      onClose={remove.isPending ? () => undefined : onClose}
      title={count === 1 ? t('titleOne', { name: files[0]?.name ?? '' }) : t('title', { count })}
    >
      <Stack>
        <Text size="sm">
          {t('text', { count })} {deleteText(count)}
        </Text>
        <div aria-live="polite">
          {usages.isLoading ? (
            <Group gap="xs" wrap="nowrap">
              <Loader size="xs" />
              <Text size="sm">{t('checking', { count })}</Text>
            </Group>
          ) : usages.data === undefined || isUsed ? (
            <Alert variant="outline" color="yellow" icon={<AlertIcon />}>
              <Stack gap="xs">
                {usages.data === undefined ? t('unknown', { count }) : null}
                {documents.length === 0 ? null : (
                  <>
                    <Text size="sm" fw={600}>
                      {t('used', { count: documents.length, files: count })}
                    </Text>
                    <ScrollArea.Autosize mah="30vh">
                      <Stack gap="xs">
                        {documents.slice(0, maxDocuments).map((document) => (
                          <UsingDocumentLink
                            key={`${document.uid} ${document.documentId} ${document.locale ?? ''}`}
                            document={document}
                          />
                        ))}
                      </Stack>
                    </ScrollArea.Autosize>
                    {documents.length > maxDocuments ? (
                      <Text size="sm">{t('more', { count: documents.length - maxDocuments })}</Text>
                    ) : null}
                  </>
                )}
                {hidden === 0 ? null : <Text size="sm">{t('usedHidden', { count: hidden, files: count })}</Text>}
              </Stack>
            </Alert>
          ) : (
            <Text size="sm">{t('unused', { count })}</Text>
          )}
        </div>
        {remove.isPending && count > 1 ? (
          <Progress value={(100 * done) / count} aria-label={t('progress', { done, total: count })} />
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={remove.isPending} data-autofocus>
            {common('cancel')}
          </Button>
          <ActionButton color="red" disabled={usages.isLoading} action={remove}>
            {common('delete')}
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  );
};
