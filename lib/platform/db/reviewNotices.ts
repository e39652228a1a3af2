// Declares the notices that users get of reviews, as they are stored.
import type { Collection, Db, ObjectId } from 'mongodb';
import { collections } from './collections.ts';

/**
 * `assigned`: the draft is assigned to the user. `moved`: somebody has moved a draft that the user wrote or works on. `returned`:
 * a change has ended the approval that the user gave.
 */
export type NoticeKind = 'assigned' | 'moved' | 'returned';

export interface ReviewNotice {
  readonly _id: ObjectId;
  /** The documentId of the user who gets it. */
  readonly user: string;
  readonly kind: NoticeKind;
  /** The uid of the content type. */
  readonly type: string;
  readonly documentId: string;
  readonly locale: string | null;
  /** The stage in which the draft was then. */
  readonly stage: string;
  /** Who did it, as `updatedBy` of a document says it; absent: the public or the system. */
  readonly by?: string;
  /** An index removes it some weeks later. */
  readonly at: Date;
  /** Its mail waits. The process that removes it sends the mail. */
  readonly unmailed?: true;
}

export const reviewNoticesIn = (db: Db): Collection<ReviewNotice> => db.collection(collections.reviewNotices);
