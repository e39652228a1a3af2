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

/**
 * Milliseconds of CPU time for a million pixels of a photograph. Colours of a palette are chosen with the least effort: the default
 * one takes 2,800 for a GIF, and an AVIF 5,000.
 */
const costs: Readonly<Record<Encoding, { readonly decode: number; readonly encode: number }>> = {
  jpeg: { decode: 6, encode: 12 },
  png: { decode: 15, encode: 55 },
  webp: { decode: 30, encode: 130 },
  gif: { decode: 15, encode: 450 },
  tiff: { decode: 15, encode: 45 },
  avif: { decode: 50, encode: 110 },
};

/** Milliseconds of CPU time that it takes to decode that many pixels. */
export const decodingMs = (pixels: number, encoding: Encoding): number => (pixels * costs[encoding].decode) / 1_000_000;

/** Milliseconds of CPU time that `encode` takes for that many pixels. */
export const encodingMs = (pixels: number, encoding: Encoding, { isPalette }: Metadata): number =>
  (pixels * costs[isPalette && encoding === 'png' ? 'gif' : encoding].encode) / 1_000_000;

export const encode = (image: Sharp, encoding: Encoding, { isPalette }: Metadata): Sharp => {
  switch (encoding) {
    case 'jpeg':
      return image.jpeg({ quality: 90 });
    case 'png':
      return image.png({ palette: isPalette, ...(isPalette ? { effort: 1 } : {}) });
    case 'webp':
      return image.webp({ quality: 90 });
    case 'gif':
      return image.gif({ effort: 1 });
    case 'tiff':
      return image.tiff({ compression: 'lzw' });
    case 'avif':
      return image.avif({ quality: 70, effort: 1 });
  }
};

/** Keeps sixteen bits per channel, in encodings that support them. */
export const keepBitDepth = (image: Sharp, { space }: Metadata): Sharp =>
  space === 'rgb16' || space === 'grey16' ? image.toColourspace(space) : image;
