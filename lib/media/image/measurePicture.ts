// Reads the size of a picture from its header, before the picture is decoded.
import type { Metadata } from 'sharp';
import { ApiError } from '../../errors.ts';
import type { Encoding } from './encoding.ts';

/**
 * Cameras take about 50 million pixels. With four bytes each, 64 million are 256 MB when a picture must be rotated;
 * otherwise they are never all in memory.
 */
export const maxPixels = 64_000_000;

const tooManyPixels = (): ApiError =>
  new ApiError(400, 'ApplicationError', `The picture has more than ${maxPixels / 1_000_000} million pixels`);

export const loadSharp = async () => {
  const { default: sharp } = await import('sharp');
  // No picture is decoded twice, so a cache does not help; one thread keeps memory use low.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
};

/**
 * Runs a sharp operation. Any part of a picture may be invalid or hostile, so each failure counts as an invalid
 * picture.
 *
 * @throws ApiError 400 if the work fails
 */
export const withDecodeErrors = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch {
    throw new ApiError(400, 'ApplicationError', 'File is not a valid image');
  }
};

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The most milliseconds of CPU time that one picture may take. */
const maxPictureMs = 15_000;

/** The most of all pictures of a form together: fifty photographs of 48 megapixels that must be rotated take half of it. */
const maxFormMs = 120_000;

const tooMuchWork = (subject: string, remedy: string): ApiError =>
  new ApiError(400, 'ApplicationError', `${subject} would take too long to process: ${remedy}`);

/**
 * @param workMs of a picture that is encoded again, by its header
 * @throws ApiError 400 if that is too much
 */
export const checkPictureWork = (workMs: number, { metadata: { pages = 1 }, isAnimated, size }: Measurement): void => {
  if (workMs <= maxPictureMs) return;
  const frames = isAnimated ? `${pages} frames of ` : '';
  throw tooMuchWork(
    `The picture (${frames}${size.width} × ${size.height} pixels)`,
    'make it smaller, remove its metadata, or save it as another type',
  );
};

/** @throws ApiError 400 if the pictures of a form take too long together */
export const checkFormWork = (workMs: readonly number[]): void => {
  if (workMs.reduce((sum, ms) => sum + ms, 0) > maxFormMs)
    throw tooMuchWork('The pictures of the form', 'send fewer in one form');
};

export interface Measurement {
  readonly metadata: Metadata;
  /** Whether it is animated, that is, has more than one frame. */
  readonly isAnimated: boolean;
  /** The size of one frame, after rotation. */
  readonly size: Size;
}

/**
 * @param input the path of the picture, or its bytes
 * @throws ApiError 400 if it has no valid header, or too many pixels
 */
export const measurePicture = async (input: string | Buffer, encoding: Encoding): Promise<Measurement> => {
  const sharp = await loadSharp();
  const metadata = await withDecodeErrors(() => sharp(input, { limitInputPixels: false }).metadata());
  const { width, pages = 1, orientation = 1 } = metadata;
  const isAnimated = pages > 1 && (encoding === 'gif' || encoding === 'webp');
  const height = metadata.pageHeight ?? metadata.height;
  if (width * height * (isAnimated ? pages : 1) > maxPixels) throw tooManyPixels();
  return { metadata, isAnimated, size: orientation >= 5 ? { width: height, height: width } : { width, height } };
};

/** How many bytes of a JPEG contain its size, after the metadata of cameras and editors. */
export const maxHeadBytes = 4_194_304;

/**
 * Reads the size from the beginning of a picture. This always works for JPEG and PNG; other kinds may need their end.
 *
 * @returns undefined for other kinds
 * @throws ApiError 400 if it is not a picture, or has too many pixels
 */
export const measureHead = async (head: Buffer, encoding: Encoding): Promise<Size | undefined> => {
  if (encoding !== 'jpeg' && encoding !== 'png') return undefined;
  return (await measurePicture(head, encoding)).size;
};
