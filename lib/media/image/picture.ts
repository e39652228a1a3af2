// Checks pictures by decoding them, rotates them, removes their metadata, and makes the smaller formats.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { keepBitDepth, encode, encodingOf, type Encoding } from './encoding.ts';
import { withDecodeErrors, loadSharp, maxPixels, measurePicture } from './measurePicture.ts';
import { stripMetadata } from '../metadata/stripMetadata.ts';
import type { FileType } from './detectType.ts';

/** The formats of Strapi. A picture that is larger than a box is made to fit it. */
const formatBoxes = {
  thumbnail: { width: 245, height: 156 },
  small: { width: 500, height: 500 },
  medium: { width: 750, height: 750 },
  large: { width: 1000, height: 1000 },
} as const;

export type FormatName = keyof typeof formatBoxes;

export const formatNames = Object.keys(formatBoxes) as readonly FormatName[];

/** The encoding of formats: that of the picture, or one for all. */
export type FormatType = 'original' | 'webp' | 'avif';

/** A format of a picture, as a file. */
export interface FormatFile extends FileType {
  readonly name: FormatName;
  readonly path: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** The path of the picture: the original file, or a copy if metadata was removed. */
  readonly path: string;
  readonly bytes: number;
  readonly formats: readonly FormatFile[];
}

const formatFileTypes: Readonly<Record<Exclude<FormatType, 'original'>, FileType>> = {
  webp: { mime: 'image/webp', ext: '.webp' },
  avif: { mime: 'image/avif', ext: '.avif' },
};

/** The endings of formats in another encoding than the picture. */
export const formatEndings = Object.values(formatFileTypes).map(({ ext }) => ext);

/**
 * Whether the picture is rotated or has EXIF, XMP, IPTC or text metadata, so that it must be encoded again. sharp
 * does not report the tags of a TIFF, so a TIFF always counts.
 */
const hasMetadata = ({ orientation = 1, exif, xmp, iptc, comments }: Metadata, encoding: Encoding): boolean =>
  encoding === 'tiff' || orientation !== 1 || [exif, xmp, iptc, comments].some((one) => one !== undefined);

/** `processPicture` for a known encoding. */
const decodePicture = async (
  path: string,
  type: FileType,
  encoding: Encoding,
  folder: string,
  formatType: FormatType,
): Promise<Picture> => {
  const sharp = await loadSharp();
  const { metadata, isAnimated, size } = await measurePicture(path, encoding);
  const options: SharpOptions = {
    limitInputPixels: maxPixels,
    failOn: 'error',
    sequentialRead: true,
    animated: isAnimated,
  };
  const read = (): Sharp => sharp(path, options).autoOrient();
  await withDecodeErrors(() => sharp(path, options).resize(1, 1, { fit: 'fill' }).raw().toBuffer());

  // The pages of a TIFF can differ in size, so they cannot be encoded again as one file.
  const hasPages = (metadata.pages ?? 1) > 1 && !isAnimated;
  const copy = join(folder, 'original');
  const mustEncode = hasMetadata(metadata, encoding);
  const isStripped = !mustEncode && (await stripMetadata(path, encoding, copy));
  // A picture whose parts cannot be copied is encoded again. An AVIF without EXIF and XMP stays unchanged.
  const isEncoded = !isStripped && !hasPages && (mustEncode || encoding !== 'avif');
  if (isEncoded) await encode(keepBitDepth(read().keepIccProfile(), metadata), encoding, metadata).toFile(copy);
  const original = isStripped || isEncoded ? copy : path;

  const formats: FormatFile[] = [];
  // An animation would become an AVIF with all frames below each other.
  const targetFormat = isAnimated && formatType === 'avif' ? 'original' : formatType;
  const targetType = targetFormat === 'original' ? type : formatFileTypes[targetFormat];
  for (const name of formatNames) {
    const box = formatBoxes[name];
    if (size.width <= box.width && size.height <= box.height) continue;
    const file = join(folder, name);
    const resized = read().resize({ ...box, fit: 'inside' });
    const made = await encode(resized, targetFormat === 'original' ? encoding : targetFormat, metadata).toFile(file);
    const height = isAnimated && made.pageHeight !== undefined ? made.pageHeight : made.height;
    formats.push({ ...targetType, name, path: file, bytes: made.size, width: made.width, height });
  }
  return { ...size, path: original, bytes: (await stat(original)).size, formats };
};

/** Decoding takes much memory: a process decodes one picture at a time. */
const oneAtATime = pLimit(1);

/**
 * Decodes a picture and makes its formats.
 *
 * @param path of a file of that type
 * @param folder for the new files
 * @returns undefined if the file is not a picture, or is of a kind that is stored unchanged
 * @throws ApiError 400 if it cannot be decoded completely, or has too many pixels
 */
export const processPicture = async (
  path: string,
  type: FileType,
  folder: string,
  formatType: FormatType,
): Promise<Picture | undefined> => {
  const encoding = encodingOf(type.mime);
  return encoding === undefined ? undefined : oneAtATime(() => decodePicture(path, type, encoding, folder, formatType));
};
