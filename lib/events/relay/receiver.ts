// Declares the receivers that a relay can call (webhooks, handlers of project code, targets of the configuration), and
// the body of a call.
import { thrownText } from '../../errors.ts';
import { releaseUid, type CallOutcome, type EventPayload, type Subscription } from '../webhooks/index.ts';
import { builtInUids } from '../../schema/index.ts';

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
