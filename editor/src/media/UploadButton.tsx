// Chooses files of the computer to upload.
import { Button, FileButton } from '@mantine/core';
import { UploadIcon } from '@primer/octicons-react';
import { useTranslations } from 'use-intl';

export const UploadButton = ({ onUpload }: { readonly onUpload: (files: readonly File[]) => void }) => {
  const t = useTranslations('media');
  return (
    <FileButton multiple onChange={onUpload}>
      {(props) => (
        <Button {...props} leftSection={<UploadIcon />}>
          {t('upload')}
        </Button>
      )}
    </FileButton>
  );
};
