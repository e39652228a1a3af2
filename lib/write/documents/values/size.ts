// Limits the size of a version.
import { BSON } from 'mongodb';
import { invalid } from '../../../errors.ts';

/** MongoDB stores both versions in one document of at most 16 MB. */
export const maxVersionBytes = 7_000_000;

/** @throws ApiError 400 for a version above the limit */
export const checkSize = (values: object): void => {
  const bytes = BSON.calculateObjectSize(values);
  if (bytes > maxVersionBytes)
    throw invalid(`The document would have ${bytes} bytes, and a version may have ${maxVersionBytes}`);
};
