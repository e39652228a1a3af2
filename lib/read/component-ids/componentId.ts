// Computes the id of a component from its version's id, its attribute's slot, and its position in that attribute.
import type { Document } from 'mongodb';
import type { Slot } from './componentSlots.ts';

/** Positions below this have short ids. */
const fewPositions = 2 ** 8;

/** A version has at most 7 MB and a component at least 13 bytes, so there are fewer positions than this. */
const manyPositions = 2 ** 20;

/** The ids of positions from `fewPositions` on start here, so that no id is used twice. */
const largeIds = 2 ** 52;

/**
 * The id of a component: unique among the components of its type in all versions of all documents, and below 2^53 until a
 * content type has 2^38 versions (2^26, if a version has more than 256 components of one type in one attribute).
 *
 * @param position the number of components of the same type before it in the attribute
 */
export const componentId = ({ slot, slots }: Slot, versionId: number, position: number): number => {
  const range = versionId * slots + slot;
  return position < fewPositions ? range * fewPositions + position : largeIds + range * manyPositions + position;
};

/** The same as an expression of MongoDB. */
export const componentIdExpression = ({ slot, slots }: Slot, versionId: string, position: unknown): Document => {
  const range = { $add: [{ $multiply: [versionId, slots] }, slot] };
  const few = { $add: [{ $multiply: [range, fewPositions] }, position] };
  const many = { $add: [{ $multiply: [range, manyPositions] }, position, largeIds] };
  return { $cond: [{ $lt: [position, fewPositions] }, few, many] };
};

/** The id of the version that contains the component with this id. */
export const versionIdOf = ({ slots }: Pick<Slot, 'slots'>, id: number): number =>
  Math.floor(id < largeIds ? id / fewPositions / slots : (id - largeIds) / manyPositions / slots);
