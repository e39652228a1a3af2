// The files of a media attribute: chosen from the library or uploaded, ordered, described and removed.
import { Text } from '@mantine/core';
import { useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { useUploads } from '../../api/useUploads.ts';
import type { FieldProps, LinkedFile } from '../../form/types.ts';
import { UploadList } from '../../ui/UploadList.tsx';
import { FieldGroup } from '../FieldGroup.tsx';
import { FileActions } from './FileActions.tsx';
import { FileDropArea } from './FileDropArea.tsx';
import { FileTiles } from './FileTiles.tsx';
import { addFiles, filesIn, removeFile, replaceFile, splitByType, toLinkedFile, toValue } from './files.ts';

export default function MediaField({ name, attribute, label, readOnly }: FieldProps) {
  const t = useTranslations('fields.media');
  const { field, fieldState } = useController({ name });
  const { getValues, setValue } = useFormContext();
  const [refusal, setRefusal] = useState<string>();
  const multiple = attribute.multiple === true;
  const files = filesIn(field.value);

  /** The files now: an upload can take a while. */
  const change = (edit: (files: readonly LinkedFile[]) => readonly LinkedFile[]): void => {
    field.onChange(toValue(edit(filesIn(getValues(name))), multiple));
  };
  const add = (added: readonly LinkedFile[]): void => {
    change((now) => addFiles(now, added, multiple));
  };
  const uploads = useUploads((file) => {
    add([toLinkedFile(file)]);
  });
  const upload = (chosen: readonly File[]): void => {
    const { accepted, refused } = splitByType(chosen, attribute.allowedTypes);
    const names = refused.map((file) => file.name).join(', ');
    setRefusal(refused.length === 0 ? undefined : t('refused', { names }));
    uploads.start(multiple ? accepted : accepted.slice(0, 1));
  };

  return (
    <FieldGroup label={label} required={attribute.required === true} error={fieldState.error?.message ?? refusal}>
      <FileDropArea disabled={readOnly} onDrop={upload}>
        <FileTiles
          files={files}
          label={label}
          readOnly={readOnly}
          onChange={(next) => {
            field.onChange(toValue(next, multiple));
          }}
          onRemove={(file) => {
            change((now) => removeFile(now, file));
          }}
          onDescribed={(file) => {
            // The description belongs to the file, not to the document: the document has not changed.
            setValue(name, toValue(replaceFile(filesIn(getValues(name)), file), multiple));
          }}
        />
        <UploadList uploads={uploads} />
        {files.length === 0 && readOnly ? (
          <Text c="dimmed" size="sm">
            {t('none')}
          </Text>
        ) : null}
        {readOnly ? null : (
          <FileActions
            label={label}
            attribute={attribute}
            files={files}
            onAdd={add}
            onUpload={upload}
            buttonRef={field.ref}
          />
        )}
      </FileDropArea>
    </FieldGroup>
  );
}
