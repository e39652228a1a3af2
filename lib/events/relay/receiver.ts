// The receivers that a relay can call (webhooks, handlers of project code, targets of the configuration): what they are, the body
// of a call, and how to call one now.
import { thrownText } from '../../errors.ts';
import { standaloneOperations } from '../../platform/db/index.ts';
import {
  callWebhook,
  releaseUid,
  webhooksCollection,
  type CallOutcome,
  type EventPayload,
  type ReceiverId,
  type Subscription,
} from '../webhooks/index.ts';
import { builtInUids } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';

/** One delivery, or several that are reported together. */
export interface ReceiverCall {
  /** The id of the delivery. It stays the same for every attempt. */
  readonly id: string;
  readonly payload: EventPayload;
  /** How many event handlers, one because of the other, led to the event. */
  readonly depth: number;
  /** Extra keys of the body, for a call that reports several events. */
  readonly more?: object;
}

export interface Receiver {
  readonly debounce: number;
  /**
   * @param limitMs the timeout of the whole call
   * @returns `done` is true if the receiver accepted the event in time. The promise never rejects
   */
  readonly call: (call: ReceiverCall, limitMs: number) => Promise<CallOutcome>;
}

/** A receiver that this process has from the deployed code. */
export interface DeployedReceiver extends Subscription, Receiver {
  readonly _id: string;
  readonly debounce: 0;
}

/** The message is stored with the delivery, which must fit into a MongoDB document. */
const maxMessage = 1_000;

/** The outcome of a call that ended with this error, which may be anything: code of the project throws it. */
export const failedOutcome = (error: unknown): CallOutcome => ({
  done: false,
  message: thrownText(error instanceof Error ? error.message || error.name : error).slice(0, maxMessage),
});

/** @param more extra keys, for a call that reports several events */
export const callBody = (
  { event, createdAt, model, uid, entry, workflow }: EventPayload,
  more: object = {},
): string => {
  const { id, documentId, locale = null } = entry;
  const inReview = workflow && { entity: { id, documentId, locale, status: 'draft' }, workflow };
  return JSON.stringify(
    uid === releaseUid
      ? { event, createdAt, isPublished: true, release: entry, ...more }
      : uid === builtInUids.file
        ? { event, createdAt, media: entry, ...more }
        : { event, createdAt, model, uid, entry, ...inReview, ...more },
  );
};

/**
 * Reads a webhook before each call, because it can change; receivers of the code cannot.
 *
 * @returns undefined for a webhook that is deleted or disabled, and for a receiver that this process's code does not have
 * @throws MongoError when the database does not answer
 */
export const currentReceiver = async (
  { service, deployed }: { readonly service: Service; readonly deployed: ReadonlyMap<ReceiverId, Receiver> },
  _id: ReceiverId,
): Promise<Receiver | undefined> => {
  if (typeof _id === 'string') return deployed.get(_id);
  const { db } = await standaloneOperations(service.database);
  const webhook = await webhooksCollection(db).findOne({ _id, isEnabled: true });
  if (webhook === null) return undefined;
  const { allowPrivate } = service.config.webhooks;
  return {
    debounce: webhook.debounce,
    call: ({ id, payload, more }, limitMs) =>
      callWebhook(
        { webhook, id, event: payload.event, body: callBody(payload, more) },
        { allowPrivate, limitMs, now: service.now },
      ),
  };
};
