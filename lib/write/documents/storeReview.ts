// Stores the stage and the assignee of drafts, outside of their versions: neither publishing nor discarding changes them, and
// they make no draft modified. With the change it stores the notices that a mail and the first screen of the editor show.
import { reviewNames, type ContentType } from '../../schema/index.ts';
import {
  collections,
  type NoticeKind,
  type OutboxEvent,
  type ReviewNotice,
  type StoredDocument,
  type StoredVersions,
  type Transaction,
} from '../../platform/db/index.ts';
import { WriteConflict } from './lifecycle/commit.ts';
import { eventsOf, pushEvents } from './outbox.ts';
import { changedPaths, namesIn } from './values/changedPaths.ts';

/** Whether two drafts have the same values of attributes. */
export const hasSameContent = ({ draft: before }: StoredVersions, { draft: after }: StoredVersions): boolean =>
  before === undefined || after === undefined
    ? before === after
    : namesIn(changedPaths({ draft: before }, { draft: after })).length === 0;

type Key = Pick<StoredDocument, 'documentId' | 'locale' | 'revision'>;

/** The author of a change, and the users who get a notice of it. */
export interface ReviewNews {
  /** As `updatedBy` stores it; undefined: the public or the system. */
  readonly by: string | undefined;
  /** Stored names of users; the author gets none. */
  readonly users: readonly (string | null | undefined)[];
}

interface ReviewChange {
  readonly update: object;
  readonly notice: ReviewNews & Pick<ReviewNotice, 'kind' | 'stage'>;
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
  { update, notice, event: { action, stages }, changed, at }: ReviewChange,
): Promise<void> => {
  lock(type, [documentId]);
  const events = eventsOf(type, [action], at, stages === undefined ? {} : { stages }, changed);
  const { matchedCount } = await db
    .collection<StoredDocument>(type.collectionName)
    .updateOne({ documentId, locale, revision }, { ...update, ...pushEvents(events) }, options);
  if (matchedCount === 0) throw new WriteConflict();
  const { by, users, ...what } = notice;
  const notices = [...new Set(users)]
    .filter((user) => typeof user === 'string' && user !== by)
    .map((user) => ({
      ...{ user, ...what, type: type.uid, documentId, locale, at, unmailed: true },
      ...(by === undefined ? {} : { by }),
    }));
  if (notices.length > 0) await db.collection(collections.reviewNotices).insertMany(notices, options);
};

/**
 * @param unit a transaction, because it also stores notices
 * @param isReturn whether a change that the same transaction has written puts the draft back: its revision is new, and nobody approves it
 * @throws WriteConflict when another write came first
 */
export const storeStage = (
  unit: Transaction,
  type: ContentType,
  key: Key,
  stages: { readonly from: string; readonly to: string },
  at: Date,
  news: ReviewNews,
  isReturn = false,
): Promise<void> => {
  const kind: NoticeKind = isReturn ? 'returned' : 'moved';
  const approver = isReturn ? undefined : news.by;
  return storeChange(unit, type, key, {
    update: {
      $set: { [reviewNames.stage]: stages.to, ...(approver === undefined ? {} : { stageBy: approver }) },
      ...(approver === undefined ? { $unset: { stageBy: 1 } } : {}),
      $inc: { revision: isReturn ? 0 : 1 },
    },
    notice: { ...news, kind, stage: stages.to },
    ...{ event: { action: 'stage', stages }, changed: [stages.to], at },
  });
};

/**
 * @param unit a transaction, because it also stores notices
 * @param user the documentId; null: nobody
 * @param stage of the draft
 * @throws WriteConflict when another write came first
 */
export const storeAssignee = (
  unit: Transaction,
  type: ContentType,
  key: Key,
  user: string | null,
  at: Date,
  { by, stage }: { readonly by: string | undefined; readonly stage: string },
): Promise<void> =>
  storeChange(unit, type, key, {
    notice: { kind: 'assigned', stage, by, users: [user] },
    update: { $set: { [reviewNames.assignee]: user }, $inc: { revision: 1 } },
    ...{ event: { action: 'assign' }, changed: [], at },
  });
