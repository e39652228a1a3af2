// The kinds of pictures that Lectern decodes, and how it encodes each.
import type { Metadata, Sharp } from 'sharp';

export type Encoding = 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'avif';

const encodings: ReadonlyMap<string, Encoding> = new Map([
  ['image/jpeg', 'jpeg'],
  ['image/png', 'png'],
  ['image/webp', 'webp'],
  ['image/gif', 'gif'],
  ['image/tiff', 'tiff'],
  ['image/avif', 'avif'],
]);

/** undefined if the file is not a picture, or is of a kind that is stored unchanged. */
export const encodingOf = (mime: string): Encoding | undefined => encodings.get(mime);

export const encode = (image: Sharp, encoding: Encoding, { isPalette }: Metadata): Sharp => {
  switch (encoding) {
    case 'jpeg':
      return image.jpeg({ quality: 90 });
    case 'png':
      return image.png({ palette: isPalette });
    case 'webp':
      return image.webp({ quality: 90 });
    case 'gif':
      return image.gif();
    case 'tiff':
      return image.tiff({ compression: 'lzw' });
    case 'avif':
      // A megapixel takes 0.2 s with this effort. The default effort takes 5 s for the same size.
      return image.avif({ quality: 70, effort: 1 });
  }
};

/** Keeps sixteen bits per channel, in encodings that support them. */
export const keepBitDepth = (image: Sharp, { space }: Metadata): Sharp =>
  space === 'rgb16' || space === 'grey16' ? image.toColourspace(space) : image;
