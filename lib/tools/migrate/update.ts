// Builds the MongoDB update that changes one document into another.
import type { Document, UpdateFilter } from 'mongodb';
import type { StoredDocument } from '../../platform/db/index.ts';
import { changedNow } from '../../write/documents/index.ts';
import { same } from './values.ts';
import type { Values } from './types.ts';

const versions: readonly string[] = ['draft', 'published'];

interface Difference {
  readonly set: Record<string, unknown>;
  readonly unset: Record<string, 1>;
}

const differing = (before: Values, after: Values, path: string, into: Difference): void => {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [before[name], after[name]];
    if (is === undefined) into.unset[`${path}${name}`] = 1;
    else if (was === undefined) into.set[`${path}${name}`] = is;
    // A version may have seven megabytes, so only its changed fields are sent.
    else if (path === '' && versions.includes(name)) differing(was as Values, is as Values, `${name}.`, into);
    else if (!same(was, is)) into.set[`${path}${name}`] = is;
  }
};

/** Whether clients that sync published documents must see the update. It causes no events: the content stays the same. */
const isShown = (before: StoredDocument, { set, unset }: Difference): boolean => {
  if (before.published === undefined && before.changed === undefined) return false;
  return [...Object.keys(set), ...Object.keys(unset)].some((path) => /^(?:published(?:\.|$)|locale$)/.test(path));
};

/** @returns the update that changes `before` into `after`; undefined if they are equal */
export const updateOf = (before: StoredDocument, after: StoredDocument): UpdateFilter<Document> | undefined => {
  const difference: Difference = { set: {}, unset: {} };
  differing({ ...before }, { ...after }, '', difference);
  const { set, unset } = difference;
  const [sets, unsets] = [Object.keys(set).length > 0, Object.keys(unset).length > 0];
  if (!sets && !unsets) return undefined;
  // A newly published version must be synced, too.
  const isChanged = set.published !== undefined || isShown(before, difference);
  return {
    ...(sets ? { $set: set } : {}),
    ...(unsets ? { $unset: unset } : {}),
    $inc: { revision: 1 },
    ...(isChanged ? changedNow : {}),
  };
};
