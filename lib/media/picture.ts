// Pictures: checked by decoding them, turned as their camera was held, without what it noted, in the sizes sites ask for.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { ApiError } from '../errors.ts';
import { asDeep, encode, encodings, type Encoding } from './encoding.ts';
import { oneByOne } from './one-by-one.ts';
import type { FileType } from './type.ts';

/** The sizes of the reference, each a box that the picture is made to fit where it does not. */
const boxes = {
  thumbnail: { width: 245, height: 156 },
  small: { width: 500, height: 500 },
  medium: { width: 750, height: 750 },
  large: { width: 1000, height: 1000 },
} as const;

export type FormatName = keyof typeof boxes;

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

/** A camera takes 50 million; of four bytes each these are 256 MB where a picture has to be turned, and else never all there. */
const maxPixels = 64_000_000;

const notValid = (): ApiError => new ApiError(400, 'ApplicationError', 'File is not a valid image');

const tooLarge = (): ApiError =>
  new ApiError(400, 'ApplicationError', `The picture has more than ${maxPixels / 1_000_000} million pixels`);

const libraryOf = async () => {
  const { default: sharp } = await import('sharp');
  // Nothing is asked for twice, and what is decoded at once is to stay small.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
};

/** Everything but the pixels may be anything: each value is looked at before it is believed. */
const decoding = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch {
    throw notValid();
  }
};

const endings: Readonly<Record<Exclude<FormatType, 'original'>, FileType>> = {
  webp: { mime: 'image/webp', ext: '.webp' },
  avif: { mime: 'image/avif', ext: '.avif' },
};

/** Whether a camera or an editor wrote more into it than the picture. */
const saysMore = ({ orientation = 1, exif, xmp, iptc, comments }: Metadata): boolean =>
  orientation !== 1 || [exif, xmp, iptc, comments].some((one) => one !== undefined);

/** As `pictureOf`, which knows how it is encoded. */
const decoded = async (
  path: string,
  type: FileType,
  encoding: Encoding,
  folder: string,
  formatType: FormatType,
): Promise<Picture> => {
  const sharp = await libraryOf();
  const metadata = await decoding(() => sharp(path, { limitInputPixels: false }).metadata());
  const { width, pages = 1 } = metadata;
  const moves = pages > 1 && (encoding === 'gif' || encoding === 'webp');
  const frame = metadata.pageHeight ?? metadata.height;
  if (width * frame * (moves ? pages : 1) > maxPixels) throw tooLarge();
  const options: SharpOptions = { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true, animated: moves };
  const read = (): Sharp => sharp(path, options).autoOrient();
  await decoding(() => sharp(path, options).resize(1, 1, { fit: 'fill' }).raw().toBuffer());

  const turned = (metadata.orientation ?? 1) >= 5;
  const size = turned ? { width: frame, height: width } : { width, height: frame };
  // The pages of a TIFF, each of a size of its own, would not come out as one.
  const stays = !saysMore(metadata) || (pages > 1 && !moves);
  const original = stays ? path : join(folder, 'original');
  if (!stays) await encode(asDeep(read().keepIccProfile(), metadata), encoding, metadata).toFile(original);

  const formats: Made[] = [];
  const its = formatType === 'original' ? type : endings[formatType];
  for (const [name, box] of Object.entries(boxes) as [FormatName, (typeof boxes)[FormatName]][]) {
    if (size.width <= box.width && size.height <= box.height) continue;
    const file = join(folder, name);
    const resized = read().resize({ ...box, fit: 'inside' });
    const made = await encode(resized, formatType === 'original' ? encoding : formatType, metadata).toFile(file);
    const height = moves && made.pageHeight !== undefined ? made.pageHeight : made.height;
    formats.push({ ...its, name, path: file, bytes: made.size, width: made.width, height });
  }
  return { ...size, path: original, bytes: (await stat(original)).size, formats };
};

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
  const encoding = encodings.get(type.mime);
  return encoding === undefined ? undefined : oneByOne(() => decoded(path, type, encoding, folder, formatType));
};
