// Checks pictures by decoding them, rotates them, removes their metadata, and makes the smaller formats.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { checkConnected } from '../../errors.ts';
import { checkScans } from './checkScans.ts';
import { decodingMs, keepBitDepth, encode, encodingMs, encodingOf, type Encoding } from './encoding.ts';
import {
  checkPictureWork,
  withDecodeErrors,
  loadSharp,
  maxPixels,
  measurePicture,
  type Measurement,
  type Size,
} from './measurePicture.ts';
import { inPictureTurn, type PictureWork } from './pictureTurns.ts';
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

/** What is made of a picture, known before it is decoded. */
export interface PicturePlan extends Measurement {
  readonly path: string;
  readonly type: FileType;
  readonly encoding: Encoding;
  /** Where the original will be: its path, or that of a copy without metadata. */
  readonly original: string;
  /** Whether the original is encoded again. */
  readonly isEncoded: boolean;
  /** The estimated CPU time, in milliseconds. */
  readonly workMs: number;
}

/** The most pixels of all formats together. */
const maxFormatPixels = Object.values(formatBoxes).reduce((sum, { width, height }) => sum + width * height, 0);

/** All pixels that are decoded: of all frames, and again if the picture is encoded again; then those that are encoded. */
const estimateWork = (
  { metadata, isAnimated, size }: Measurement,
  encoding: Encoding,
  formatType: FormatType,
  isEncoded: boolean,
): number => {
  const frame = size.width * size.height;
  const pixels = frame * (isAnimated ? (metadata.pages ?? 1) : 1);
  const formatPixels = Math.min(maxFormatPixels, formatNames.length * frame);
  return (
    decodingMs(isAnimated ? pixels + frame : pixels, encoding) +
    encodingMs(formatPixels, formatType === 'original' ? encoding : formatType, metadata) +
    (isEncoded ? decodingMs(pixels, encoding) + encodingMs(pixels, encoding, metadata) : 0)
  );
};

/**
 * Reads the header of a picture, and copies it without its metadata if nothing must be encoded again for that.
 *
 * @param path of a file of that type
 * @returns undefined if the file is not a picture, or is of a kind that is stored unchanged
 * @throws ApiError 400 if it has no valid header, too many pixels or scans, or would take too long; 499 and 503 as `takePlace`
 */
export const planPicture = async (
  path: string,
  type: FileType,
  formatType: FormatType,
  work: PictureWork,
): Promise<PicturePlan | undefined> => {
  const encoding = encodingOf(type.mime);
  if (encoding === undefined) return undefined;
  return inPictureTurn(work, async () => {
    const measurement = await measurePicture(path, encoding);
    if (encoding === 'jpeg') await checkScans(path);
    const { metadata, isAnimated } = measurement;
    // The pages of a TIFF can differ in size, so they cannot be encoded again as one file.
    const hasPages = (metadata.pages ?? 1) > 1 && !isAnimated;
    const copy = join(work.folder, 'original');
    const mustEncode = hasMetadata(metadata, encoding);
    const isStripped = !mustEncode && (await stripMetadata(path, encoding, copy));
    // A picture whose parts cannot be copied is encoded again. An AVIF without EXIF and XMP stays unchanged.
    const isEncoded = !isStripped && !hasPages && (mustEncode || encoding !== 'avif');
    const workMs = estimateWork(measurement, encoding, formatType, isEncoded);
    checkPictureWork(workMs, measurement);
    return { ...measurement, path, type, encoding, isEncoded, workMs, original: isStripped || isEncoded ? copy : path };
  });
};

/** The size of a picture that is made to fit a box; undefined if it fits already. */
const sizeInBox = (size: Size, box: Size): Size | undefined => {
  const factor = Math.max(size.width / box.width, size.height / box.height);
  if (factor <= 1) return undefined;
  const scale = (length: number): number => Math.max(1, Math.round(length / factor));
  return { width: scale(size.width), height: scale(size.height) };
};

/** `processPicture` in its turn. */
const decodePicture = async (
  { path, type, encoding, metadata, isAnimated, size, original, isEncoded }: PicturePlan,
  formatType: FormatType,
  { folder, signal }: PictureWork,
): Promise<Picture> => {
  const sharp = await loadSharp();
  const read = (animated: boolean): Sharp => {
    checkConnected(signal);
    const options: SharpOptions = { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true, animated };
    return sharp(path, options).autoOrient();
  };
  if (isAnimated) {
    const frames = read(true).resize(1, 1, { fit: 'fill' }).raw();
    await withDecodeErrors(() => frames.toBuffer());
  }
  // The formats of an animation show its first frame. They are made from the largest, so the picture is decoded once.
  const largest = read(false)
    .resize({ ...formatBoxes.large, fit: 'inside', withoutEnlargement: true })
    .raw();
  const { data, info } = await withDecodeErrors(() => largest.toBuffer({ resolveWithObject: true }));

  // Without `premultiplied`, which describes the pixels before they were converted for the output.
  const { width, height, channels } = info;
  const raw = { width, height, channels };

  if (isEncoded) {
    const image = keepBitDepth(read(isAnimated).keepIccProfile(), metadata);
    await encode(image, encoding, metadata).toFile(original);
  }

  const formats: FormatFile[] = [];
  const targetType = formatType === 'original' ? type : formatFileTypes[formatType];
  for (const name of formatNames) {
    const target = sizeInBox(size, formatBoxes[name]);
    if (target === undefined) continue;
    checkConnected(signal);
    const file = join(folder, name);
    const resized = sharp(data, { raw }).resize({ ...target, fit: 'fill' });
    const made = await encode(resized, formatType === 'original' ? encoding : formatType, metadata).toFile(file);
    formats.push({ ...targetType, name, path: file, bytes: made.size, width: made.width, height: made.height });
  }
  return { ...size, path: original, bytes: (await stat(original)).size, formats };
};

/**
 * Decodes a picture and makes its formats.
 *
 * @throws ApiError 400 if it cannot be decoded completely; 499 and 503 as `takePlace`
 */
export const processPicture = (plan: PicturePlan, formatType: FormatType, work: PictureWork): Promise<Picture> =>
  inPictureTurn(work, () => decodePicture(plan, formatType, work));
