// Webhooks as they are stored, and what waits to be delivered to them.
import type { Db, Collection } from 'mongodb';
import { collections, type Action } from '../../platform/db/index.ts';

/** What a webhook may be told of, in Strapi's words: of documents, and of files. */
export const eventNames = [
  'entry.create',
  'entry.update',
  'entry.delete',
  'entry.publish',
  'entry.unpublish',
  'entry.draft-discard',
  'media.create',
  'media.update',
  'media.delete',
] as const;

export type EventName = (typeof eventNames)[number];

export interface Webhook {
  /** An integer, as Strapi's. */
  readonly _id: number;
  readonly name: string;
  readonly url: string;
  /** Sent with every delivery. */
  readonly headers: Readonly<Record<string, string>>;
  readonly events: readonly EventName[];
  /** The uids of the content types that it is told of; null: of all. Media are not asked for a type. */
  readonly contentTypes: readonly string[] | null;
  /** What is not enabled is told nothing, and does not hear later of what happened meanwhile. */
  readonly isEnabled: boolean;
  /** What deliveries are signed with: HMAC-SHA-256, shown when it is made and when it is changed. */
  readonly secret: string;
  /** Seconds of quiet that are waited for before one call tells of all that happened; 0: a call an event. */
  readonly debounce: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The body of a call, but for what is added to it when it is made. */
export interface Told {
  readonly event: EventName;
  readonly createdAt: Date;
  /** The singular name of the type. */
  readonly model: string;
  readonly uid: string;
  readonly entry: Readonly<Record<string, unknown>>;
}

/** Something that one webhook is to be told; gone when it was. */
export interface Delivery {
  /** Made of the webhook, the document and the event: who hands on the same once more adds nothing. */
  readonly _id: string;
  readonly webhook: number;
  /** uid and documentId, a space between them: deliveries of one document are made one after the other. */
  readonly about: string;
  /** The order in which events were handed on. */
  readonly place: number;
  readonly told: Told;
  /** Parked: it was tried for a day, and waits to be replayed. */
  readonly state: 'waiting' | 'parked';
  /** Since when it is tried: when the event was handed on, or replayed. */
  readonly since: Date;
  readonly attempts: number;
  /** When it is to be tried (again). */
  readonly due: Date;
  readonly lastAttempt?: { readonly at: Date; readonly status?: number; readonly message: string };
}

/** The name of an event of a type. Strapi's word for going back is `draft-discard`. */
export const eventNameOf = (action: Action, of: 'entry' | 'media'): EventName | undefined => {
  const name = `${of}.${action === 'discard-draft' ? 'draft-discard' : action}`;
  return eventNames.find((known) => known === name);
};

export const webhooksIn = (db: Db): Collection<Webhook> => db.collection(collections.webhooks);
export const deliveriesIn = (db: Db): Collection<Delivery> => db.collection(collections.deliveries);
