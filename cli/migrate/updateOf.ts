// Builds the MongoDB update that changes one document into another.
import type { Document, UpdateFilter } from 'mongodb';
import type { StoredDocument } from '../../lib/platform/db/index.ts';
import { changeTimeUpdate } from '../../lib/write/documents/index.ts';
import { storedEqual } from './values.ts';
import type { StoredValues } from './types.ts';

const versions: readonly string[] = ['draft', 'published'];

interface Difference {
  readonly set: Record<string, unknown>;
  readonly unset: Record<string, 1>;
}

const collectDifferences = (before: StoredValues, after: StoredValues, path: string, into: Difference): void => {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [oldValue, newValue] = [before[name], after[name]];
    if (newValue === undefined) into.unset[`${path}${name}`] = 1;
    else if (oldValue === undefined) into.set[`${path}${name}`] = newValue;
    // A version may have seven megabytes, so only its changed fields are sent.
    else if (path === '' && versions.includes(name))
      collectDifferences(oldValue as StoredValues, newValue as StoredValues, `${name}.`, into);
    else if (!storedEqual(oldValue, newValue)) into.set[`${path}${name}`] = newValue;
  }
};

/** Whether clients that sync published documents must see the update. It causes no events: the content stays the same. */
const needsSync = (before: StoredDocument, { set, unset }: Difference): boolean => {
  if (before.published === undefined && before.changed === undefined) return false;
  return [...Object.keys(set), ...Object.keys(unset)].some((path) => /^(?:published(?:\.|$)|locale$)/.test(path));
};

/** @returns the update that changes `before` into `after`; undefined if they are equal */
export const updateOf = (before: StoredDocument, after: StoredDocument): UpdateFilter<Document> | undefined => {
  const difference: Difference = { set: {}, unset: {} };
  collectDifferences({ ...before }, { ...after }, '', difference);
  const { set, unset } = difference;
  const [hasSets, hasUnsets] = [Object.keys(set).length > 0, Object.keys(unset).length > 0];
  if (!hasSets && !hasUnsets) return undefined;
  // A newly published version must be synced, too.
  const mustSync = set.published !== undefined || needsSync(before, difference);
  return {
    ...(hasSets ? { $set: set } : {}),
    ...(hasUnsets ? { $unset: unset } : {}),
    $inc: { revision: 1 },
    ...(mustSync ? changeTimeUpdate : {}),
  };
};
