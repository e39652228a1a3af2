// The one place where the update of a document is made: what differs, and that it was written.
import type { Document, UpdateFilter } from 'mongodb';
import type { Stored } from '../../platform/db/index.ts';
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
    // Of a version only what changes: it may have seven megabytes.
    else if (path === '' && versions.includes(name)) differing(was as Values, is as Values, `${name}.`, into);
    else if (!same(was, is)) into.set[`${path}${name}`] = is;
  }
};

/** Whether who keeps a copy of what is published has to hear of it. Nobody else does: nothing happened to the content. */
const isShown = (before: Stored, { set, unset }: Difference): boolean => {
  if (before.published === undefined && before.changed === undefined) return false;
  return [...Object.keys(set), ...Object.keys(unset)].some((path) => /^(?:published(?:\.|$)|locale$)/.test(path));
};

/** @returns the update that makes the one document the other; undefined where they are alike */
export const updateOf = (before: Stored, after: Stored): UpdateFilter<Document> | undefined => {
  const difference: Difference = { set: {}, unset: {} };
  differing({ ...before }, { ...after }, '', difference);
  const { set, unset } = difference;
  const [sets, unsets] = [Object.keys(set).length > 0, Object.keys(unset).length > 0];
  if (!sets && !unsets) return undefined;
  // What becomes published is shown, too.
  const isChanged = set.published !== undefined || isShown(before, difference);
  return {
    ...(sets ? { $set: set } : {}),
    ...(unsets ? { $unset: unset } : {}),
    $inc: { revision: 1 },
    ...(isChanged ? changedNow : {}),
  };
};
