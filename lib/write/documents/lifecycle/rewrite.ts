// A document written anew, if it still stands as it was read.
import type { ContentType } from '../../../schema/index.ts';
import { invalid } from '../../../errors.ts';
import { Overtaken } from './commit.ts';
import { changedNow, eventsOf, keeping } from '../outbox.ts';
import { storedVersions } from '../values/identifiers.ts';
import { isTooLarge, type Action, type Stored, type Unit, type Versions } from '../../../platform/db/index.ts';

/** What becomes of the versions of a document. */
export interface Rewritten {
  /** The versions that are written; the others stay. */
  readonly versions: Versions;
  /** The published version goes. */
  readonly unpublishes?: true;
  /** What it is to those who are told, in its order. */
  readonly actions: readonly Action[];
  readonly at: Date;
}

/**
 * @param before as it was read
 * @returns the document as it is written
 * @throws Overtaken when another write of the document came first; ApiError 400 where links that others put into its other
 *   version leave no room
 */
export const rewrite = async (
  { db, options }: Unit,
  type: ContentType,
  before: Stored,
  { versions, unpublishes, actions, at }: Rewritten,
): Promise<Stored> => {
  const { documentId, locale, revision } = before;
  const unset = unpublishes === true ? { $unset: { published: 1 } as const } : {};
  const gone = unpublishes === true && before.published !== undefined ? { gone: before.published } : {};
  const update = {
    $set: storedVersions(type, versions),
    ...unset,
    $inc: { revision: 1 },
    ...keeping(eventsOf(type, actions, at, gone)),
    ...(versions.published === undefined && unpublishes === undefined ? {} : changedNow),
  };
  const { matchedCount } = await db
    .collection<Stored>(type.collectionName)
    .updateOne({ documentId, locale, revision }, update, options)
    .catch((error: unknown) => {
      throw isTooLarge(error) ? invalid('The document has no room for more beside its other version') : error;
    });
  if (matchedCount === 0) throw new Overtaken();
  const { published, ...rest } = before;
  const kept = published === undefined || unpublishes === true ? rest : before;
  return { ...kept, ...versions, revision: revision + 1 };
};
