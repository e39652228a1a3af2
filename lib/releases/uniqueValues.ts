// Compares values of unique attributes as their indexes do.
import { BSON } from 'mongodb';
import type { ContentType, ScalarAttribute } from '../schema/index.ts';

export const uniqueAttributes = (type: ContentType): readonly ScalarAttribute[] =>
  [...type.attributes.values()].filter((attribute) => attribute.kind === 'scalar').filter(({ unique }) => unique);

/** The same text for values that are equal to a unique index. */
export const uniqueKeyOf = (value: unknown): string => BSON.EJSON.stringify({ value });

/** Whether a unique index covers a value. */
export const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** Whether two stored values are the same, and not an empty one. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  isFilled(other) && uniqueKeyOf(one) === uniqueKeyOf(other);
