// A small picture of a file: the picture itself, or a sign for its kind.
import { FileIcon, FileMediaIcon, UnmuteIcon, VideoIcon } from '@primer/octicons-react';
import { mediaKindOf, pictureUrl, type MediaFile, type Picture } from '../api/mediaQueries.ts';
import classes from './FileThumbnail.module.css';

interface Props {
  readonly file: Picture & Pick<MediaFile, 'mime'>;
  /** Pixels. */
  readonly width?: number;
}

const icons = { images: FileMediaIcon, videos: VideoIcon, audios: UnmuteIcon, files: FileIcon };

/** Its name is beside it in every screen, so that screen readers do not need it here. */
export const FileThumbnail = ({ file, width = 245 }: Props) => {
  const kind = mediaKindOf(file.mime);
  const Icon = icons[kind];
  return (
    <div className={classes.frame}>
      {kind === 'images' ? (
        // An <img> runs no script of an SVG.
        <img className={classes.picture} src={pictureUrl(file, width)} alt="" loading="lazy" draggable={false} />
      ) : (
        <Icon size={32} />
      )}
    </div>
  );
};
