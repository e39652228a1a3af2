// Shows a file: a picture with its focal point, a player, or a sign for its kind.
import { Box, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { mediaKindOf, pictureUrl, type MediaFile } from '../../api/mediaQueries.ts';
import { FileThumbnail } from '../../ui/FileThumbnail.tsx';
import classes from './details.module.css';
import { FocalPoint } from './FocalPoint.tsx';

interface Props {
  readonly file: MediaFile;
  readonly mayChange: boolean;
}

export const FilePreview = ({ file, mayChange }: Props) => {
  const t = useTranslations('media.file');
  const { mime, url, name, formats, width, alternativeText } = file;
  const player = { className: classes.player, controls: true, preload: 'metadata', src: url };
  switch (mediaKindOf(mime)) {
    case 'images':
      return (
        <>
          {mayChange ? (
            <FocalPoint key={url} file={file} />
          ) : (
            <div className={classes.stage}>
              <img className={classes.picture} src={pictureUrl(file, 750)} alt={alternativeText ?? ''} />
            </div>
          )}
          {formats === null && (width ?? 0) > 1000 ? (
            <Text size="xs" c="dimmed">
              {t('pending')}
            </Text>
          ) : null}
        </>
      );
    case 'videos':
      return <video {...player} aria-label={t('video', { name })} />;
    case 'audios':
      return <audio {...player} aria-label={t('audio', { name })} />;
    case 'files':
      return (
        <Box maw="12rem">
          <FileThumbnail file={file} />
        </Box>
      );
  }
};
