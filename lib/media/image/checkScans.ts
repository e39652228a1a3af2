// Refuses JPEG files whose picture is in so many scans that decoding takes seconds.
import { open } from 'node:fs/promises';
import { ApiError } from '../../errors.ts';
import { hasMoreScans } from '../metadata/jpeg.ts';
import { ByteReader } from '../metadata/parts.ts';

/** Encoders write ten. A scan of a few bytes can be of the whole picture: of 64 million pixels each takes 16 ms to decode. */
const maxScans = 100;

/** @throws ApiError 400 for a file with more than 100 scans, or too many segments */
export const checkScans = async (path: string): Promise<void> => {
  const file = await open(path);
  try {
    if (await hasMoreScans(new ByteReader(file, (await file.stat()).size), maxScans))
      throw new ApiError(
        400,
        'ApplicationError',
        `The picture has more than ${maxScans} scans, or too many segments: save it anew`,
      );
  } finally {
    await file.close();
  }
};
