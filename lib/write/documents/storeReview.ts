// Stores the stage and the assignee of drafts, outside of their versions: neither publishing nor discarding changes them, and
// they make no draft modified.
import { reviewNames, type ContentType } from '../../schema/index.ts';
import type { OutboxEvent, StoredDocument, StoredVersions, Transaction } from '../../platform/db/index.ts';
import { WriteConflict } from './lifecycle/commit.ts';
import { eventsOf, pushEvents } from './outbox.ts';
import { changedPaths, namesIn } from './values/changedPaths.ts';

/** Whether two drafts have the same values of attributes. */
export const hasSameContent = ({ draft: before }: StoredVersions, { draft: after }: StoredVersions): boolean =>
  before === undefined || after === undefined
    ? before === after
    : namesIn(changedPaths({ draft: before }, { draft: after })).length === 0;

type Key = Pick<StoredDocument, 'documentId' | 'locale' | 'revision'>;

interface ReviewChange {
  readonly update: object;
  readonly event: Pick<OutboxEvent, 'action' | 'stages'>;
  /** For the audit log. */
  readonly changed: readonly string[];
  readonly at: Date;
}

/** @throws WriteConflict when another write came first */
const storeChange = async (
  { db, options, lock }: Transaction,
  type: ContentType,
  { documentId, locale, revision }: Key,
  { update, event: { action, stages }, changed, at }: ReviewChange,
): Promise<void> => {
  lock(type, [documentId]);
  const events = eventsOf(type, [action], at, stages === undefined ? {} : { stages }, changed);
  const { matchedCount } = await db
    .collection<StoredDocument>(type.collectionName)
    .updateOne({ documentId, locale, revision }, { ...update, ...pushEvents(events) }, options);
  if (matchedCount === 0) throw new WriteConflict();
};

/**
 * @param isWritten whether the same transaction has already written the document, so that its revision is new
 * @throws WriteConflict when another write came first
 */
export const storeStage = (
  unit: Transaction,
  type: ContentType,
  key: Key,
  stages: { readonly from: string; readonly to: string },
  at: Date,
  isWritten = false,
): Promise<void> =>
  storeChange(unit, type, key, {
    update: { $set: { [reviewNames.stage]: stages.to }, $inc: { revision: isWritten ? 0 : 1 } },
    ...{ event: { action: 'stage', stages }, changed: [stages.to], at },
  });

/** @param user the documentId; null: nobody. @throws WriteConflict when another write came first */
export const storeAssignee = (
  unit: Transaction,
  type: ContentType,
  key: Key,
  user: string | null,
  at: Date,
): Promise<void> =>
  storeChange(unit, type, key, {
    update: { $set: { [reviewNames.assignee]: user }, $inc: { revision: 1 } },
    ...{ event: { action: 'assign' }, changed: [], at },
  });
