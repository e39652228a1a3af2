// Types and collections of stored webhooks and deliveries.
import type { Db, Collection } from 'mongodb';
import { collections, type EventAction } from '../../platform/db/index.ts';

/** The events that a webhook can subscribe to, in Strapi's words: of documents and of files. */
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
  /** An integer, as in Strapi. */
  readonly _id: number;
  readonly name: string;
  readonly url: string;
  /** Headers sent with every delivery. */
  readonly headers: Readonly<Record<string, string>>;
  readonly events: readonly EventName[];
  /** The uids of the content types whose events it gets; null: all types. Media events ignore this list. */
  readonly contentTypes: readonly string[] | null;
  /** A disabled webhook gets no events, and does not get them later either. */
  readonly isEnabled: boolean;
  /** The key that signs deliveries with HMAC-SHA-256. Only the answer to creating it or changing it shows it. */
  readonly secret: string;
  /** Seconds without events before one call reports all events so far; 0: one call for each event. */
  readonly debounce: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The event in the body of a call. */
export interface EventPayload {
  readonly event: EventName;
  readonly createdAt: Date;
  /** The singular name of the type. */
  readonly model: string;
  readonly uid: string;
  readonly entry: Readonly<Record<string, unknown>>;
}

/** An event for one webhook. The delivery is deleted when the call succeeds. */
export interface Delivery {
  /** Made of the webhook, the document and the event, so dispatching the same event again adds nothing. */
  readonly _id: string;
  readonly webhook: number;
  /** uid and documentId with a space between. Deliveries of one document are made one after the other. */
  readonly about: string;
  /** The order in which events were dispatched. */
  readonly place: number;
  readonly told: EventPayload;
  /** `parked`: the retries have ended; it can be replayed. */
  readonly state: 'waiting' | 'parked';
  /** When the event was dispatched or replayed. Retries end a day later. */
  readonly since: Date;
  readonly attempts: number;
  /** When the next attempt is due. */
  readonly due: Date;
  readonly lastAttempt?: { readonly at: Date; readonly status?: number; readonly message: string };
}

/** The name of an event. Strapi calls discarding a draft `draft-discard`. */
export const eventNameOf = (action: EventAction, of: 'entry' | 'media'): EventName | undefined => {
  const name = `${of}.${action === 'discard-draft' ? 'draft-discard' : action}`;
  return eventNames.find((known) => known === name);
};

export const webhooksCollection = (db: Db): Collection<Webhook> => db.collection(collections.webhooks);
export const deliveriesCollection = (db: Db): Collection<Delivery> => db.collection(collections.deliveries);
