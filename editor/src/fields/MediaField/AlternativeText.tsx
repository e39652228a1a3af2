// The alternative text of a picture, which is stored with the picture.
import { Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useEditor } from '../../api/editor.ts';
import { useDescribed, useMediaFile } from '../../api/media.ts';
import type { LinkedFile } from '../../form/types.ts';
import { grantOf } from '../../permissions/useMay.ts';
import { FileTextInput } from '../../ui/FileTextInput.tsx';

interface Props {
  readonly file: LinkedFile;
  readonly readOnly: boolean;
}

export const AlternativeText = ({ file, readOnly }: Props) => {
  const t = useTranslations('fields.media');
  const grant = grantOf(useEditor(), 'upload', 'plugin::upload.content-api');
  // Documents do not say whose files they have.
  const isOnOwn = grant !== undefined && grant !== true;
  const { data } = useMediaFile(isOnOwn && !readOnly ? file.documentId : undefined, undefined);
  const { alternativeText } = useDescribed(file);
  if (!readOnly && (grant === true || data?.own === true))
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
