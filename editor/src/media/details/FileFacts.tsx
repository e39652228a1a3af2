// What is known of a file: its type, its size, its dates, its folder and its address.
import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { MediaFile, MediaFolder } from '../../api/mediaQueries.ts';
import { CopyField } from '../../ui/CopyField.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { useFileSize } from '../../ui/useFileSize.ts';
import { folderPath } from '../folders.ts';
import classes from './details.module.css';

interface Props {
  readonly file: MediaFile;
  readonly folders: readonly MediaFolder[];
}

export const FileFacts = ({ file, folders }: Props) => {
  const t = useTranslations('media.file');
  const picker = useTranslations('fields.picker');
  const writeSize = useFileSize();
  const { mime, size, width, height, createdAt, updatedAt, folder, url } = file;
  const path = folderPath(folders, folder ?? null).map(({ name }) => name);
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('kind'), mime],
    [t('size'), writeSize(size * 1000)],
    ...(width === null || height === null ? [] : [[t('dimensions'), t('pixels', { width, height })] as const]),
    [t('folder'), path.length === 0 ? picker('top') : path.join(' › ')],
    [t('uploaded'), <DateTime key="uploaded" value={createdAt} />],
    [t('changed'), <DateTime key="changed" value={updatedAt} />],
  ];
  return (
    <Stack gap="xs">
      <Title order={2} size="h5">
        {t('facts')}
      </Title>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      <CopyField label={t('address')} value={new URL(url, location.origin).href} />
    </Stack>
  );
};
