// The limits on the size of one query, checked before anything runs.
import { invalid, type ApiError } from '../../errors.ts';

export interface Limits {
  /** The number of relations and components on one path of a filter, a sort or a populate. */
  readonly maxDepth: number;
  /** The number of populated entries in one query, on all levels together. */
  readonly maxPopulated: number;
  /** The depth of `populate=deep` and `pLevel` without a number; 0: neither is known. */
  readonly deepPopulate: number;
}

export const tooDeepError = (param: string, path: string, { maxDepth }: Limits): ApiError =>
  invalid(`The ${param} parameter goes more than ${maxDepth} levels deep`, { path });

export const tooManyPopulatedError = (param: string, { maxPopulated }: Limits): ApiError =>
  invalid(`The ${param} parameter asks for more than ${maxPopulated} relations, components and zones`);
