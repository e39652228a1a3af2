// Shows a file: a picture with its focal point, a player, or a sign for its kind.
import { Text } from '@mantine/core';
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
  const { mime, url, name, formats, width, size, alternativeText } = file;
  switch (mediaKindOf(mime)) {
    case 'images':
      return (
        <>
          {mayChange ? (
            <FocalPoint key={`${url} ${size}`} file={file} />
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
      return (
        <video className={classes.player} controls preload="metadata" src={url} aria-label={t('video', { name })} />
      );
    case 'audios':
      return (
        <audio className={classes.player} controls preload="metadata" src={url} aria-label={t('audio', { name })} />
      );
    case 'files':
      return (
        <div className={classes.sign}>
          <FileThumbnail file={file} />
        </div>
      );
  }
};
