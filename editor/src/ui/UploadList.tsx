// Uploads with their progress; failed ones can be tried again.
import { ActionIcon, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { XIcon } from '@primer/octicons-react';
import { useTranslations } from 'use-intl';
import { FileTooLargeError, type Uploads } from '../api/useUploads.ts';
import { useFileSize } from './useFileSize.ts';
import { useServerText } from './useServerText.ts';

export const UploadList = ({ uploads: { uploads, retry, cancel } }: { readonly uploads: Uploads }) => {
  const t = useTranslations('fields.upload');
  const common = useTranslations('common');
  const writeSize = useFileSize();
  const serverText = useServerText();
  const textOf = (error: Error): string =>
    error instanceof FileTooLargeError ? t('tooLarge', { limit: writeSize(error.limit) }) : serverText(error.message);
  if (uploads.length === 0) return null;
  return (
    <Stack gap="xs" my="xs" role="list" aria-label={t('uploads')}>
      {uploads.map(({ key, name, progress, error }) => (
        <Stack gap={4} key={key} role="listitem">
          <Group gap="xs" wrap="nowrap">
            <Text size="sm" truncate flex={1} dir="auto">
              {name}
            </Text>
            {error === undefined || error instanceof FileTooLargeError ? null : (
              <Button size="compact-xs" variant="light" onClick={() => retry(key)}>
                {common('retry')}
              </Button>
            )}
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t(error === undefined ? 'cancel' : 'dismiss', { name })}
              onClick={() => cancel(key)}
            >
              <XIcon />
            </ActionIcon>
          </Group>
          {error === undefined ? (
            <Progress value={progress * 100} aria-label={t('progress', { name })} size="sm" />
          ) : (
            <Text size="sm" c="red" role="alert">
              {textOf(error)}
            </Text>
          )}
        </Stack>
      ))}
    </Stack>
  );
};
