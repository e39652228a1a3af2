// The files of a media attribute: chosen from the library or uploaded, ordered, described and removed.
import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useUploads } from '../../api/useUploads.ts';
import type { FieldProps, LinkedFile } from '../../form/types.ts';
import { useField } from '../../form/useField.tsx';
import { UploadList } from '../../ui/UploadList.tsx';
import { FieldGroup } from '../FieldGroup.tsx';
import { FileActions } from './FileActions.tsx';
import { FileDropArea } from '../../ui/FileDropArea.tsx';
import { FileTiles } from './FileTiles.tsx';
import { addFiles, filesIn, removeFile, splitByType, toLinkedFile, toValue } from './files.ts';

export default function MediaField(props: FieldProps) {
  const { attribute, label, readOnly } = props;
  const t = useTranslations('fields.media');
  const { value, setValue, wrapperProps, ...field } = useField(props);
  const [refusal, setRefusal] = useState<string>();
  const multiple = attribute.multiple === true;
  const files = filesIn(value);

  /** Edits the files that the attribute has now: an upload can take a while. */
  const change = (edit: (files: readonly LinkedFile[]) => readonly LinkedFile[]): void => {
    field.change((now) => toValue(edit(filesIn(now)), multiple));
  };
  const add = (added: readonly LinkedFile[]): void => {
    change((now) => addFiles(now, added, multiple));
  };
  const uploads = useUploads({
    onStored: (file) => {
      add([toLinkedFile(file)]);
    },
  });
  const upload = (chosen: readonly File[]): void => {
    const { accepted, refused } = splitByType(chosen, attribute.allowedTypes);
    const names = refused.map((file) => file.name).join(', ');
    setRefusal(refused.length === 0 ? undefined : t('refused', { names }));
    uploads.start(multiple ? accepted : accepted.slice(0, 1));
  };

  return (
    <FieldGroup {...wrapperProps} error={wrapperProps.error ?? refusal}>
      <FileDropArea disabled={readOnly} onDrop={upload}>
        <FileTiles
          files={files}
          label={label}
          readOnly={readOnly}
          onChange={(next) => {
            setValue(toValue(next, multiple));
          }}
          onRemove={(file) => {
            change((now) => removeFile(now, file));
          }}
        />
        <UploadList uploads={uploads} />
        {files.length === 0 && readOnly ? (
          <Text c="dimmed" size="sm">
            {t('none')}
          </Text>
        ) : null}
        {readOnly ? null : (
          <FileActions label={label} attribute={attribute} files={files} onAdd={add} onUpload={upload} />
        )}
      </FileDropArea>
    </FieldGroup>
  );
}
