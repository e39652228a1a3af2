// How large a version may be.
import { BSON } from 'mongodb';
import { invalid } from '../../../errors.ts';

/** Two versions have to fit into one document of 16 MB. */
const maxVersionBytes = 7_000_000;

/** @throws ApiError 400 for a version that has more */
export const checkSize = (values: object): void => {
  const bytes = BSON.calculateObjectSize(values);
  if (bytes > maxVersionBytes)
    throw invalid(`The document would have ${bytes} bytes, and a version may have ${maxVersionBytes}`);
};
