// The alternative text of a picture, which is stored with the picture.
import { Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useDescribed } from '../../api/media.ts';
import type { LinkedFile } from '../../form/types.ts';
import { useMay } from '../../permissions/useMay.ts';
import { FileTextInput } from '../../ui/FileTextInput.tsx';

interface Props {
  readonly file: LinkedFile;
  readonly readOnly: boolean;
}

export const AlternativeText = ({ file, readOnly }: Props) => {
  const t = useTranslations('fields.media');
  const may = useMay();
  const { alternativeText } = useDescribed(file);
  if (!readOnly && may('upload', 'plugin::upload.content-api'))
    return (
      <FileTextInput
        file={file}
        property="alternativeText"
        size="xs"
        ariaLabel={t('alternativeOf', { name: file.name })}
        placeholder={t('alternative')}
      />
    );
  return alternativeText === null || alternativeText === '' ? null : (
    <Text size="xs" dir="auto">
      {alternativeText}
    </Text>
  );
};
