// The error for a key of a query that does not exist.
import { invalidKey, type ApiError } from '../../errors.ts';
import { didYouMean } from '../../schema/index.ts';

/**
 * 400, with the name that was probably meant.
 *
 * @param names only those that exist for the caller: the error must not reveal others
 */
export const unknownKey = (key: string, path: string, param: string, names: Iterable<string> = []): ApiError =>
  invalidKey(key, path, 'query', param, didYouMean(key, names));
