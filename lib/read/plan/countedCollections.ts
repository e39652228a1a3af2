// Says which collections a count depends on, if it depends on nothing that a change can miss.
import type { Document } from './types.ts';

/** What moves `changed` of a document when it changes: published versions. The other fields never change; helper fields are made of them. */
const trackedPath = /^(?:published\.|documentId$|locale$|_asked\d)/;

/** Whether an expression reads nothing but published versions: no other field, and neither the time nor a random number. */
const isTrackedExpression = (value: unknown): boolean => {
  if (typeof value === 'string') return !value.startsWith('$') || value.startsWith('$published.');
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(
    ([key, inner]) => key === '$literal' || (key !== '$rand' && key !== '$function' && isTrackedExpression(inner)),
  );
};

const isTrackedMatch = (condition: Document): boolean =>
  Object.entries(condition).every(([key, value]) => {
    if (key === '$and' || key === '$or' || key === '$nor') return (value as readonly Document[]).every(isTrackedMatch);
    return key === '$expr' ? isTrackedExpression(value) : trackedPath.test(key);
  });

/**
 * @param collection the one that is counted
 * @param stages without placeholders
 * @returns the collection and those of lookups; undefined if the stages also read what can change while `changed` stays: drafts,
 *   stages of review, or the creators of documents
 */
export const countedCollections = (
  collection: string,
  stages: readonly Document[],
): ReadonlySet<string> | undefined => {
  const found = new Set([collection]);
  const isTracked = (stage: Document): boolean => {
    const [[name, value] = ['', undefined]] = Object.entries(stage);
    if (name === '$match') return isTrackedMatch(value as Document);
    if (name === '$lookup') {
      const { from, localField, foreignField, let: variables, pipeline } = value as Record<string, unknown>;
      found.add(from as string);
      const isPlain =
        variables === undefined && [localField, foreignField].every((path) => trackedPath.test(path as string));
      return isPlain && (pipeline as readonly Document[]).every(isTracked);
    }
    return name === '$limit' || name === '$project' || name === '$count';
  };
  return stages.every(isTracked) ? found : undefined;
};
