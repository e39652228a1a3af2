// Writes new versions of a document if the document has not changed since it was read.
import { editedVersion, type ContentType, type Schema } from '../../../schema/index.ts';
import { invalid } from '../../../errors.ts';
import { WriteConflict } from './commit.ts';
import { historyUpdate, outboxStub, withReplaced } from '../versions/replacedVersion.ts';
import { storeVersions } from '../versions/storeVersions.ts';
import { changeTimeUpdate, eventsOf, pushEvents } from '../outbox.ts';
import { changedPaths, namesIn } from '../values/changedPaths.ts';
import { identifiersOf } from '../values/identifiers.ts';
import {
  isTooLarge,
  storedDraftStatus,
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
  /** Who writes; null or undefined: the public or the system. */
  readonly by: string | null | undefined;
}

/**
 * @param before the document as it was read
 * @returns the document as written
 * @throws WriteConflict when the document has changed since; ApiError 400 when both versions together exceed MongoDB's
 *   size limit
 */
export const rewrite = async (
  unit: Transaction,
  schema: Schema,
  type: ContentType,
  before: StoredDocument,
  { versions, unpublishes, actions, at, by }: RewriteInput,
): Promise<StoredDocument> => {
  const { db, options, lock } = unit;
  const { documentId, locale, revision } = before;
  lock(type, [documentId]);
  const history = historyUpdate(schema, type, before, { revision: revision + 1, actions, at, by });
  const { written, replaced, storedFirst } = history;
  if (storedFirst !== undefined)
    await storeVersions(unit, schema, [{ type, documentId, locale, version: storedFirst }]);
  // The event finds the removed version in what the write replaced.
  const removed =
    unpublishes === true && before.published !== undefined && replaced === undefined
      ? { removedVersion: before.published }
      : {};
  // For the total of the type: whether the write adds or removes the published version.
  const wasPublished = before.published !== undefined;
  const added = versions.published !== undefined && !wasPublished ? 1 : 0;
  const uncounted = unpublishes === true && wasPublished ? -1 : added;
  const changes = changedPaths(before, versions);
  const { $set, $unset } = changes;
  const { published, ...rest } = before;
  const kept = published === undefined || unpublishes === true ? rest : before;
  const events = withReplaced(eventsOf(type, actions, at, removed, namesIn(changes)), replaced);
  const after = {
    ...{ ...kept, ...versions, revision: revision + 1, pending: outboxStub(before, events) },
    ...(written === undefined ? {} : { written }),
  };
  const update = {
    $set: {
      ...{ ...$set, ...identifiersOf(type, versions) },
      updatedBy: by ?? null,
      ...storedDraftStatus(after),
      ...(written === undefined ? {} : { written }),
    },
    $unset: { ...$unset, ...(unpublishes === true ? { published: 1 as const } : {}) },
    $inc: { revision: 1, ...(uncounted === 0 ? {} : { uncounted }) },
    ...pushEvents(events),
    ...(versions.published === undefined && unpublishes === undefined ? {} : changeTimeUpdate),
  };
  const edited = editedVersion(type);
  // The time tells the document from one that was restored from a backup, and has reached the same revision since.
  const time = { [`${edited}.updatedAt`]: before[edited]?.updatedAt ?? null };
  const { matchedCount } = await db
    .collection<StoredDocument>(type.collectionName)
    .updateOne({ documentId, locale, revision, ...time }, update, options)
    .catch((error: unknown) => {
      throw isTooLarge(error)
        ? invalid('The document has no room for more: both versions together have at most 16 MB')
        : error;
    });
  if (matchedCount === 0) throw new WriteConflict();
  return after;
};
