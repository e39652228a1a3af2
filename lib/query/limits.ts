// How far one query may go: checked before anything runs.
import { invalid, type ApiError } from '../errors.ts';

/** Relations and components on one path, of a filter, a sort or a populate. MongoDB nests 20 lookups. */
export const maxLevels = 10;

/** Populated entries of one query, on all levels together. */
export const maxPopulated = 200;

export const tooDeep = (param: string, path: string): ApiError =>
  invalid(`The ${param} parameter goes more than ${maxLevels} levels deep`, { path });

export const tooMany = (param: string): ApiError =>
  invalid(`The ${param} parameter asks for more than ${maxPopulated} relations, components and zones`);
