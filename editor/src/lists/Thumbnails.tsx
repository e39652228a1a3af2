// The first files of a media attribute: small pictures, or names.
import { Group, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { LinkedFile } from '../form/types.ts';
import classes from './lists.module.css';

const maxFiles = 3;

export const Thumbnails = ({ files }: { readonly files: readonly LinkedFile[] }) => {
  const t = useTranslations('lists');
  return (
    <Group gap={4} wrap="nowrap">
      {files.slice(0, maxFiles).map(({ documentId, mime, url, formats, name, alternativeText }) =>
        mime.startsWith('image/') ? (
          <img
            key={documentId}
            className={classes.thumbnail}
            src={formats?.thumbnail?.url ?? url}
            alt={alternativeText ?? name}
            title={name}
            loading="lazy"
          />
        ) : (
          <Text key={documentId} size="sm" truncate title={name}>
            {name === '' ? t('file') : name}
          </Text>
        ),
      )}
      {files.length > maxFiles ? <Text size="sm">…</Text> : null}
    </Group>
  );
};
