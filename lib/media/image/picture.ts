// Pictures: checked by decoding them, turned as their camera was held, without what it noted, in the sizes sites ask for.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { asDeep, encode, encodingOf, type Encoding } from './encoding.ts';
import { decoding, libraryOf, maxPixels, measure } from './measure.ts';
import { stripMetadata } from '../metadata/stripMetadata.ts';
import type { FileType } from './type.ts';

/** The sizes of the reference, each a box that the picture is made to fit where it does not. */
const boxes = {
  thumbnail: { width: 245, height: 156 },
  small: { width: 500, height: 500 },
  medium: { width: 750, height: 750 },
  large: { width: 1000, height: 1000 },
} as const;

export type FormatName = keyof typeof boxes;

export const formatNames = Object.keys(boxes) as readonly FormatName[];

/** What formats are made in: the type of the picture, or one for all. */
export type FormatType = 'original' | 'webp' | 'avif';

/** A file that was made of a picture. */
export interface Made extends FileType {
  readonly name: FormatName;
  readonly path: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Where it is now: where it was, unless something had to be taken out of it. */
  readonly path: string;
  readonly bytes: number;
  readonly formats: readonly Made[];
}

const endings: Readonly<Record<Exclude<FormatType, 'original'>, FileType>> = {
  webp: { mime: 'image/webp', ext: '.webp' },
  avif: { mime: 'image/avif', ext: '.avif' },
};

/** Those of formats that are not of the type of the picture. */
export const formatEndings = Object.values(endings).map(({ ext }) => ext);

/** Whether it is encoded again: it is rotated, or has EXIF, XMP, IPTC or texts. sharp does not report the tags of a TIFF. */
const hasMetadata = ({ orientation = 1, exif, xmp, iptc, comments }: Metadata, encoding: Encoding): boolean =>
  encoding === 'tiff' || orientation !== 1 || [exif, xmp, iptc, comments].some((one) => one !== undefined);

/** As `pictureOf`, which knows how it is encoded. */
const decoded = async (
  path: string,
  type: FileType,
  encoding: Encoding,
  folder: string,
  formatType: FormatType,
): Promise<Picture> => {
  const sharp = await libraryOf();
  const { metadata, moves, size } = await measure(path, encoding);
  const options: SharpOptions = { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true, animated: moves };
  const read = (): Sharp => sharp(path, options).autoOrient();
  await decoding(() => sharp(path, options).resize(1, 1, { fit: 'fill' }).raw().toBuffer());

  // The pages of a TIFF, each of a size of its own, would not come out as one.
  const hasPages = (metadata.pages ?? 1) > 1 && !moves;
  const copy = join(folder, 'original');
  const mustEncode = hasMetadata(metadata, encoding);
  const isStripped = !mustEncode && (await stripMetadata(path, encoding, copy));
  // What cannot be taken apart is encoded again. An AVIF without EXIF and XMP stays as it is.
  const isEncoded = !isStripped && !hasPages && (mustEncode || encoding !== 'avif');
  if (isEncoded) await encode(asDeep(read().keepIccProfile(), metadata), encoding, metadata).toFile(copy);
  const original = isStripped || isEncoded ? copy : path;

  const formats: Made[] = [];
  // What moves would be an AVIF of all its frames, one below the other.
  const wanted = moves && formatType === 'avif' ? 'original' : formatType;
  const its = wanted === 'original' ? type : endings[wanted];
  for (const name of formatNames) {
    const box = boxes[name];
    if (size.width <= box.width && size.height <= box.height) continue;
    const file = join(folder, name);
    const resized = read().resize({ ...box, fit: 'inside' });
    const made = await encode(resized, wanted === 'original' ? encoding : wanted, metadata).toFile(file);
    const height = moves && made.pageHeight !== undefined ? made.pageHeight : made.height;
    formats.push({ ...its, name, path: file, bytes: made.size, width: made.width, height });
  }
  return { ...size, path: original, bytes: (await stat(original)).size, formats };
};

/** Decoding takes much memory: a process decodes one picture at a time. */
const oneAtATime = pLimit(1);

/**
 * @param path of a file of that type
 * @param folder for what is made of it
 * @returns undefined for what is no picture, or of a kind that is kept as it is
 * @throws ApiError 400 for what cannot be decoded to its end, and for too many pixels
 */
export const pictureOf = async (
  path: string,
  type: FileType,
  folder: string,
  formatType: FormatType,
): Promise<Picture | undefined> => {
  const encoding = encodingOf(type.mime);
  return encoding === undefined ? undefined : oneAtATime(() => decoded(path, type, encoding, folder, formatType));
};
