// Writes new versions of a document if the document has not changed since it was read.
import type { ContentType } from '../../../schema/index.ts';
import { invalid } from '../../../errors.ts';
import { Overtaken } from './commit.ts';
import { changedNow, eventsOf, keeping } from '../outbox.ts';
import { storedVersions } from '../values/identifiers.ts';
import { isTooLarge, type Action, type Stored, type Unit, type Versions } from '../../../platform/db/index.ts';

/** The new versions of a document. */
export interface Rewritten {
  /** The versions to write; others are unchanged. */
  readonly versions: Versions;
  /** Whether the published version is removed. */
  readonly unpublishes?: true;
  /** The actions in the document's events, in order. */
  readonly actions: readonly Action[];
  readonly at: Date;
}

/**
 * @param before the document as it was read
 * @returns the document as written
 * @throws Overtaken when the document has changed since; ApiError 400 when both versions together exceed MongoDB's
 *   size limit
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
      throw isTooLarge(error)
        ? invalid('The document has no room for more: both versions together have at most 16 MB')
        : error;
    });
  if (matchedCount === 0) throw new Overtaken();
  const { published, ...rest } = before;
  const kept = published === undefined || unpublishes === true ? rest : before;
  return { ...kept, ...versions, revision: revision + 1 };
};
