// Puts another file in the place of this one: the texts and the links stay.
import { Button, FileButton, Progress, Tooltip } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { SyncIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useEditor } from '../../api/editor.ts';
import { mediaKey } from '../../api/media.ts';
import { replaceFile } from '../../api/mediaChanges.ts';
import { acceptedTypes, mediaKindOf, type MediaFile } from '../../api/mediaQueries.ts';
import { useAction } from '../../ui/useAction.ts';
import { useFileSize } from '../../ui/useFileSize.ts';

export const ReplaceButton = ({ file }: { readonly file: MediaFile }) => {
  const t = useTranslations('media.file');
  const writeSize = useFileSize();
  const { requestLimit } = useEditor().settings.upload;
  const [progress, setProgress] = useState(0);
  const replace = useAction({
    run: (chosen: File) => replaceFile(file.id, chosen, setProgress),
    changes: mediaKey,
    message: t('replaced'),
  });
  const choose = (chosen: File | null): void => {
    if (chosen === null) return;
    setProgress(0);
    // The API has no replacement in parts.
    if (chosen.size > requestLimit)
      notifications.show({
        color: 'red',
        role: 'alert',
        message: t('replaceTooLarge', { limit: writeSize(requestLimit) }),
      });
    else replace.mutate(chosen);
  };
  return (
    <>
      <FileButton accept={acceptedTypes([mediaKindOf(file.mime)])?.join(',') ?? ''} onChange={choose}>
        {(props) => (
          <Tooltip label={t('replaceHint')} multiline maw={280}>
            <Button
              {...props}
              size="xs"
              variant="default"
              leftSection={<SyncIcon />}
              loading={replace.isPending && progress >= 1}
              disabled={replace.isPending}
            >
              {t('replace')}
            </Button>
          </Tooltip>
        )}
      </FileButton>
      {replace.isPending ? (
        <Progress w="100%" size="sm" value={progress * 100} aria-label={t('replacing', { name: file.name })} />
      ) : null}
    </>
  );
};
