// How large a picture says it is, before it is decoded.
import type { Metadata } from 'sharp';
import { ApiError } from '../../errors.ts';
import type { Encoding } from './encoding.ts';

/** A camera takes 50 million; of four bytes each these are 256 MB where a picture has to be turned, and else never all there. */
export const maxPixels = 64_000_000;

const tooLarge = (): ApiError =>
  new ApiError(400, 'ApplicationError', `The picture has more than ${maxPixels / 1_000_000} million pixels`);

export const libraryOf = async () => {
  const { default: sharp } = await import('sharp');
  // Nothing is asked for twice, and what is decoded at once is to stay small.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
};

/**
 * Everything but the pixels may be anything: each value is looked at before it is believed.
 *
 * @throws ApiError 400 where the work fails
 */
export const decoding = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch {
    throw new ApiError(400, 'ApplicationError', 'File is not a valid image');
  }
};

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Measured {
  readonly metadata: Metadata;
  /** Whether it has more than one frame. */
  readonly moves: boolean;
  /** Of a frame, turned as its camera was held. */
  readonly size: Size;
}

/**
 * @param input where the picture is, or its bytes
 * @throws ApiError 400 for what has no header of a picture, and for too many pixels
 */
export const measure = async (input: string | Buffer, encoding: Encoding): Promise<Measured> => {
  const sharp = await libraryOf();
  const metadata = await decoding(() => sharp(input, { limitInputPixels: false }).metadata());
  const { width, pages = 1, orientation = 1 } = metadata;
  const moves = pages > 1 && (encoding === 'gif' || encoding === 'webp');
  const height = metadata.pageHeight ?? metadata.height;
  if (width * height * (moves ? pages : 1) > maxPixels) throw tooLarge();
  return { metadata, moves, size: orientation >= 5 ? { width: height, height: width } : { width, height } };
};

/** As much of a JPEG as has its size, after whatever cameras and editors write before it. */
export const measuredBytes = 4_194_304;

/**
 * The size that the beginning of a picture tells. Of a JPEG and a PNG it always does; the others may need their end.
 *
 * @returns undefined where it does not tell
 * @throws ApiError 400 for what is no picture, and for too many pixels
 */
export const measureHead = async (head: Buffer, encoding: Encoding): Promise<Size | undefined> => {
  if (encoding !== 'jpeg' && encoding !== 'png') return undefined;
  return (await measure(head, encoding)).size;
};
