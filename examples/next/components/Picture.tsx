// A picture in the sizes that Lectern made. They need no resizing, so this is an `img` instead of `next/image`.
import { lecternUrl } from '../lectern/settings.ts';
import { cleanText, sourceOf } from '../lectern/sources.ts';
import type { MediaFile } from '../lectern/types.ts';

interface Props {
  readonly file: MediaFile | null;
  /** How wide the picture is shown. */
  readonly sizes: string;
  /** Whether the picture is visible when the page opens. */
  readonly isFirst?: boolean;
}

const addressOf = (url: string): string => new URL(cleanText(url), lecternUrl).href;

export const Picture = ({ file, sizes, isFirst = false }: Props) => {
  if (!file?.width || !file.height) return null;
  const { small, medium, large } = file.formats ?? {};
  const srcSet = [small, medium, large, { url: file.url, width: file.width }]
    .flatMap((size) => (size ? `${addressOf(size.url)} ${size.width}w` : []))
    .join(', ');
  return (
    <img
      data-strapi-source={sourceOf(file.url)}
      src={addressOf((medium ?? file).url)}
      srcSet={srcSet}
      sizes={sizes}
      width={file.width}
      height={file.height}
      alt={file.alternativeText ?? ''}
      loading={isFirst ? 'eager' : 'lazy'}
    />
  );
};
