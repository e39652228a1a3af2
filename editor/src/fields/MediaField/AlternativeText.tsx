// The alternative text of a picture. It is stored with the picture when the field is left.
import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useDescribed, useUpdateFile } from '../../api/media.ts';
import type { LinkedFile } from '../../form/types.ts';
import { useMay } from '../../permissions/useMay.ts';

interface Props {
  readonly file: LinkedFile;
  readonly readOnly: boolean;
}

export const AlternativeText = ({ file, readOnly }: Props) => {
  const t = useTranslations('fields.media');
  const may = useMay();
  const stored = useDescribed(file).alternativeText ?? '';
  const [text, setText] = useState(stored);
  const update = useUpdateFile();
  if (readOnly || !may('upload', 'plugin::upload.content-api'))
    return stored === '' ? null : (
      <Text size="xs" dir="auto">
        {stored}
      </Text>
    );
  const save = (): void => {
    const typed = text.trim();
    if (typed === stored) return;
    update.mutate({ id: file.id, fileInfo: { alternativeText: typed === '' ? null : typed } });
  };
  return (
    <>
      <TextInput
        size="xs"
        dir="auto"
        aria-label={t('alternativeOf', { name: file.name })}
        placeholder={t('alternative')}
        value={text}
        error={update.error?.message}
        onChange={(event) => {
          setText(event.currentTarget.value);
        }}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          save();
        }}
      />
      <Text size="xs" c="dimmed" role="status">
        {update.isPending ? t('saving') : update.isSuccess ? t('saved') : ''}
      </Text>
    </>
  );
};
