// The buttons of a media field: choose from the library, upload.
import { Button, FileButton, Group, Text } from '@mantine/core';
import { FileMediaIcon, UploadIcon } from '@primer/octicons-react';
import { Suspense, lazy, useState } from 'react';
import { useTranslations } from 'use-intl';
import { acceptedTypes } from '../../api/mediaQueries.ts';
import type { LinkedFile } from '../../form/types.ts';
import { useMay } from '../../api/editor.ts';
import type { Attribute } from '../../schema/types.ts';
import { toLinkedFile } from './files.ts';

const MediaPicker = lazy(() => import('../../media/MediaPicker.tsx'));

const uploadUid = 'plugin::upload.content-api';

interface Props {
  readonly label: string;
  readonly attribute: Attribute;
  readonly files: readonly LinkedFile[];
  readonly onAdd: (files: readonly LinkedFile[]) => void;
  readonly onUpload: (files: readonly File[]) => void;
}

export const FileActions = ({ label, attribute, files, onAdd, onUpload }: Props) => {
  const t = useTranslations('fields.media');
  const may = useMay();
  const [isOpen, setIsOpen] = useState(false);
  const multiple = attribute.multiple === true;
  const replaces = !multiple && files.length > 0;
  return (
    <Group gap="xs">
      {may('find', uploadUid) ? (
        <Button
          variant="default"
          size="xs"
          leftSection={<FileMediaIcon />}
          aria-label={`${label}: ${t(replaces ? 'chooseOther' : 'choose')}`}
          onClick={() => {
            setIsOpen(true);
          }}
        >
          {t(replaces ? 'chooseOther' : 'choose')}
        </Button>
      ) : null}
      {may('upload', uploadUid) ? (
        <FileButton multiple accept={acceptedTypes(attribute.allowedTypes)?.join(',') ?? ''} onChange={onUpload}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="xs"
              leftSection={<UploadIcon />}
              aria-label={`${label}: ${t('upload')}`}
            >
              {t('upload')}
            </Button>
          )}
        </FileButton>
      ) : null}
      <Text size="xs" c="dimmed">
        {t('drop', { count: multiple ? 2 : 1 })}
      </Text>
      {isOpen ? (
        <Suspense>
          <MediaPicker
            multiple={multiple}
            allowedTypes={attribute.allowedTypes}
            onClose={() => {
              setIsOpen(false);
            }}
            onChoose={(chosen) => {
              onAdd(chosen.map(toLinkedFile));
            }}
          />
        </Suspense>
      ) : null}
    </Group>
  );
};
