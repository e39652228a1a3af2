// Writes new versions of a document if the document has not changed since it was read.
import type { ContentType } from '../../../schema/index.ts';
import { invalid } from '../../../errors.ts';
import { WriteConflict } from './commit.ts';
import { changeTimeUpdate, eventsOf, pushEvents } from '../outbox.ts';
import { versionsWithIdentifiers } from '../values/identifiers.ts';
import {
  isTooLarge,
  type EventAction,
  type StoredDocument,
  type Transaction,
  type StoredVersions,
} from '../../../platform/db/index.ts';

/** The new versions of a document. */
export interface RewriteInput {
  /** The versions to write; others are unchanged. */
  readonly versions: StoredVersions;
  /** Whether the published version is removed. */
  readonly unpublishes?: true;
  /** The actions in the document's events, in order. */
  readonly actions: readonly EventAction[];
  readonly at: Date;
}

/**
 * @param before the document as it was read
 * @returns the document as written
 * @throws WriteConflict when the document has changed since; ApiError 400 when both versions together exceed MongoDB's
 *   size limit
 */
export const rewrite = async (
  { db, options }: Transaction,
  type: ContentType,
  before: StoredDocument,
  { versions, unpublishes, actions, at }: RewriteInput,
): Promise<StoredDocument> => {
  const { documentId, locale, revision } = before;
  const unset = unpublishes === true ? { $unset: { published: 1 } as const } : {};
  const removed = unpublishes === true && before.published !== undefined ? { gone: before.published } : {};
  const update = {
    $set: versionsWithIdentifiers(type, versions),
    ...unset,
    $inc: { revision: 1 },
    ...pushEvents(eventsOf(type, actions, at, removed)),
    ...(versions.published === undefined && unpublishes === undefined ? {} : changeTimeUpdate),
  };
  const { matchedCount } = await db
    .collection<StoredDocument>(type.collectionName)
    .updateOne({ documentId, locale, revision }, update, options)
    .catch((error: unknown) => {
      throw isTooLarge(error)
        ? invalid('The document has no room for more: both versions together have at most 16 MB')
        : error;
    });
  if (matchedCount === 0) throw new WriteConflict();
  const { published, ...rest } = before;
  const kept = published === undefined || unpublishes === true ? rest : before;
  return { ...kept, ...versions, revision: revision + 1 };
};
