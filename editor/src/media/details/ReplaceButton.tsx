// Puts another file in the place of this one: the texts and the links stay.
import { Box, Button, FileButton, Tooltip } from '@mantine/core';
import { SyncIcon } from '@primer/octicons-react';
import { useTranslations } from 'use-intl';
import { acceptedTypes, mediaKindOf, type MediaFile } from '../../api/mediaQueries.ts';
import type { Uploads } from '../../api/useUploads.ts';
import { UploadList } from '../../ui/UploadList.tsx';

interface Props {
  readonly file: MediaFile;
  readonly uploads: Uploads;
}

export const ReplaceButton = ({ file, uploads }: Props) => {
  const t = useTranslations('media.file');
  const own = uploads.uploads.filter(({ replaces }) => replaces === file.id);
  return (
    <>
      <FileButton
        accept={acceptedTypes([mediaKindOf(file.mime)])?.join(',') ?? ''}
        onChange={(chosen) => {
          if (chosen !== null) uploads.start([chosen], { replaces: file.id });
        }}
      >
        {(props) => (
          <Tooltip label={t('replaceHint')} multiline maw={280}>
            <Button
              {...props}
              size="xs"
              variant="default"
              leftSection={<SyncIcon />}
              disabled={own.some(({ error }) => error === undefined)}
            >
              {t('replace')}
            </Button>
          </Tooltip>
        )}
      </FileButton>
      {own.length === 0 ? null : (
        <Box w="100%">
          <UploadList uploads={{ ...uploads, uploads: own }} />
        </Box>
      )}
    </>
  );
};
