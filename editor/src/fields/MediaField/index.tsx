// The files of a media attribute: chosen from the library or uploaded, ordered, described and removed.
import { Button, FileButton, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { FileMediaIcon, UploadIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useMay } from '../../api/editor.ts';
import { acceptedTypes } from '../../api/mediaQueries.ts';
import { useUploads } from '../../api/useUploads.ts';
import type { FieldProps, LinkedFile } from '../../form/types.ts';
import { useField } from '../../form/useField.tsx';
import { FileDropArea } from '../../ui/FileDropArea.tsx';
import { UploadList } from '../../ui/UploadList.tsx';
import { FieldGroup } from '../FieldGroup.tsx';
import { FilePicker } from '../FilePicker.tsx';
import { FileTiles } from './FileTiles.tsx';
import { addFiles, filesIn, splitByType, toLinkedFile, toValue } from './files.ts';

const uploadUid = 'plugin::upload.content-api';

export default function MediaField(props: FieldProps) {
  const { attribute, label, readOnly } = props;
  const { allowedTypes } = attribute;
  const t = useTranslations('fields.media');
  const may = useMay();
  const { value, wrapperProps, ...field } = useField(props);
  const [refusal, setRefusal] = useState<string>();
  const [isPicking, picking] = useDisclosure();
  const multiple = attribute.multiple === true;
  const files = filesIn(value);
  const choose = t(!multiple && files.length > 0 ? 'chooseOther' : 'choose');

  /** Edits the files that the attribute has now: an upload can take a while. */
  const change = (edit: (files: readonly LinkedFile[]) => readonly LinkedFile[]): void =>
    field.change((now) => toValue(edit(filesIn(now)), multiple));
  const uploads = useUploads({
    onStored: (file) => change((now) => addFiles(now, [toLinkedFile(file)], multiple)),
  });
  const upload = (chosen: readonly File[]): void => {
    const { accepted, refused } = splitByType(chosen, allowedTypes);
    const names = refused.map((file) => file.name).join(', ');
    setRefusal(refused.length === 0 ? undefined : t('refused', { names }));
    uploads.start(multiple ? accepted : accepted.slice(0, 1));
  };

  return (
    <FieldGroup {...wrapperProps} error={wrapperProps.error ?? refusal}>
      <FileDropArea disabled={readOnly} onDrop={upload}>
        <FileTiles {...{ files, label, readOnly }} onChange={change} />
        <UploadList uploads={uploads} />
        {files.length === 0 && readOnly ? (
          <Text c="dimmed" size="sm">
            {t('none')}
          </Text>
        ) : null}
        {readOnly ? null : (
          <Group gap="xs">
            {may('find', uploadUid) ? (
              <Button
                variant="default"
                size="xs"
                leftSection={<FileMediaIcon />}
                aria-label={`${label}: ${choose}`}
                onClick={picking.open}
              >
                {choose}
              </Button>
            ) : null}
            {may('upload', uploadUid) ? (
              <FileButton multiple accept={acceptedTypes(allowedTypes)?.join(',') ?? ''} onChange={upload}>
                {(button) => (
                  <Button
                    {...button}
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
          </Group>
        )}
        {isPicking ? (
          <FilePicker
            {...{ multiple, allowedTypes }}
            onClose={picking.close}
            onChoose={(chosen) => change((now) => addFiles(now, chosen.map(toLinkedFile), multiple))}
          />
        ) : null}
      </FileDropArea>
    </FieldGroup>
  );
}
