// Types and collections of stored webhooks, other receivers of events, and deliveries.
import type { Db, Collection } from 'mongodb';
import { eventNames, type DeliveredName, type EventName, type Subscribed } from '../../platform/eventNames.ts';
import { collections, type EventAction } from '../../platform/db/index.ts';

/** Which events a receiver wants. */
export interface Subscription {
  readonly _id: ReceiverId;
  readonly events: readonly Subscribed[];
  /** The uids of the content types whose events it gets; null: all types. Media events ignore this list. */
  readonly contentTypes: readonly string[] | null;
  /** Seconds without events before one call reports all events so far; 0: one call for each event. */
  readonly debounce: number;
}

/** The integer of a webhook, or the name of a receiver of the deployed code. */
export type ReceiverId = number | string;

export interface Webhook extends Subscription {
  /** An integer, as in Strapi. */
  readonly _id: number;
  readonly name: string;
  /** The audit log is only for targets: it would tell whoever may change webhooks. */
  readonly events: readonly EventName[];
  readonly url: string;
  /** Headers sent with every delivery. */
  readonly headers: Readonly<Record<string, string>>;
  /** A disabled webhook gets no events, and does not get them later either. */
  readonly isEnabled: boolean;
  /** The key that signs deliveries with HMAC-SHA-256. Only the answer to creating it or changing it shows it. */
  readonly secret: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/**
 * What a receiver of the deployed code wants: event handlers of the project, or a target of the configuration. During a
 * deployment there are two for one receiver, if it changes.
 */
export interface DeployedSubscription extends Pick<Subscription, 'events' | 'contentTypes'> {
  /** Made of all other fields but `seenAt`. */
  readonly _id: string;
  /** `handlers.articles` for the handlers in `extensions/articles.ts`; `target.search` for a target. */
  readonly receiver: string;
  /** When a process with this code last ran the relay. */
  readonly seenAt: Date;
}

/** The event in the body of a call. */
export interface EventPayload {
  readonly event: DeliveredName;
  readonly createdAt: Date;
  /** The singular name of the type. */
  readonly model: string;
  readonly uid: string;
  readonly entry: Readonly<Record<string, unknown>>;
  /** Only in events of stages, in Strapi's form. */
  readonly workflow?: { readonly id: number; readonly stages: { readonly from: Stage; readonly to: Stage } };
}

/** Stages are numbered from 1. */
interface Stage {
  readonly id: number;
  readonly name: string;
}

/** The uid in the events of releases, as in Strapi. */
export const releaseUid = 'plugin::content-releases.release';

/** An event for one receiver. The delivery is deleted when the call succeeds. */
export interface Delivery {
  /** Made of the receiver, the document and the event, so dispatching the same event again adds nothing. */
  readonly _id: string;
  /** The receiver. */
  readonly webhook: ReceiverId;
  /** uid and documentId with a space between. Deliveries of one document are made one after the other. */
  readonly about: string;
  /** The order in which events were dispatched. */
  readonly place: number;
  readonly payload: EventPayload;
  /** `payload` before format 3. */
  readonly told?: EventPayload;
  /** How many event handlers, one because of the other, led to the write of this event; absent: 0. */
  readonly depth?: number;
  /** `parked`: the retries have ended; it can be replayed. */
  readonly state: 'waiting' | 'parked';
  /** When the event was dispatched or replayed. Retries end a day later. */
  readonly since: Date;
  readonly attempts: number;
  /** When the next attempt is due. */
  readonly due: Date;
  readonly lastAttempt?: { readonly at: Date; readonly status?: number; readonly message: string };
}

/** @returns the payload of a stored delivery, of any format */
export const storedPayload = (delivery: Pick<Delivery, 'payload' | 'told'>): EventPayload =>
  delivery.told ?? delivery.payload;

/** @param fields of the payload @returns the part of a projection that loads only these */
export const payloadProjection = (...fields: readonly string[]): Readonly<Record<string, 1>> =>
  Object.fromEntries(
    fields.flatMap((field) => [
      [`payload.${field}`, 1 as const],
      [`told.${field}`, 1 as const],
    ]),
  );

/** The name of an event. Strapi calls discarding a draft `draft-discard`. */
export const eventNameOf = (action: EventAction, of: 'entry' | 'media'): EventName | undefined => {
  if (action === 'stage') return 'review-workflows.updateEntryStage';
  const name = `${of}.${action === 'discard-draft' ? 'draft-discard' : action}`;
  return eventNames.find((known) => known === name);
};

export const webhooksCollection = (db: Db): Collection<Webhook> => db.collection(collections.webhooks);
export const receiversCollection = (db: Db): Collection<DeployedSubscription> => db.collection(collections.receivers);
export const deliveriesCollection = (db: Db): Collection<Delivery> => db.collection(collections.deliveries);
