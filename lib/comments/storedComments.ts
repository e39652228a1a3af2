// Declares comments as they are stored.
import type { Collection, Db, ObjectId } from 'mongodb';
import { collections } from '../platform/db/index.ts';

export interface StoredComment {
  readonly _id: ObjectId;
  /** The uid of a content type. */
  readonly type: string;
  readonly documentId: string;
  /** null: the type is not localized. */
  readonly locale: string | null;
  /** The attribute that the thread is about, see commentPaths.ts; absent: the whole document. Replies have that of their thread. */
  readonly path?: string;
  readonly text: string;
  /** The documentId of a user, also after the user was deleted. */
  readonly author: string;
  /** The name of the agent that wrote it for the author; absent: the author did. */
  readonly agent?: string;
  readonly createdAt: Date;
  readonly editedAt?: Date;
  /** The first comment of the thread; absent: this is it. */
  readonly parent?: ObjectId;
  /** Only of the first comment of a thread. */
  readonly resolved?: { readonly by: string; readonly at: Date };
  /** The documentIds of users. */
  readonly mentions: readonly string[];
  /** Others whom it mentions or has mentioned, and the author of the thread: each gets one mail at most. */
  readonly notified: readonly string[];
  /** Those of them whose mail waits; absent: none, also if mails are only logged. The process that removes a user from the list sends the mail. */
  readonly unmailed?: readonly string[];
}

/** The most comments of a document, in all locales. */
export const maxComments = 1_000;

export const commentsIn = (db: Db): Collection<StoredComment> => db.collection(collections.comments);
