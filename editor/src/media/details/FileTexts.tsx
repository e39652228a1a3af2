// The texts of a file. Each is stored when its field is left.
import { Stack, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { mediaKindOf, type MediaFile } from '../../api/mediaQueries.ts';
import { FileTextInput } from '../../ui/FileTextInput.tsx';

interface Props {
  readonly file: MediaFile;
  readonly mayChange: boolean;
}

export const FileTexts = ({ file, mayChange }: Props) => {
  const t = useTranslations('media.file');
  const hasAlternative = mediaKindOf(file.mime) === 'images';
  if (!mayChange)
    return (
      <Stack gap="xs">
        {(['alternativeText', 'caption'] as const).map((property) =>
          file[property] === null || file[property] === '' ? null : (
            <div key={property}>
              <Text size="xs" c="dimmed">
                {t(property)}
              </Text>
              <Text size="sm" dir="auto">
                {file[property]}
              </Text>
            </div>
          ),
        )}
      </Stack>
    );
  return (
    <Stack gap="xs">
      <FileTextInput file={file} property="name" label={t('name')} />
      {hasAlternative ? (
        <FileTextInput
          file={file}
          property="alternativeText"
          label={t('alternativeText')}
          description={t('alternativeTextHint')}
        />
      ) : null}
      <FileTextInput file={file} property="caption" label={t('caption')} multiline />
    </Stack>
  );
};
