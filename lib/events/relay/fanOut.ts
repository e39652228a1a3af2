// Fans out the events of one document to deliveries, one for each receiver that wants them.
import { builtInUids } from '../../schema/index.ts';
import type { EventName } from '../../platform/eventNames.ts';
import type { Delivery, Subscription } from '../webhooks/index.ts';
import { webhookEventName, payloadOf, type EntryReader } from './entryReader.ts';
import type { PendingDocument } from './pendingDocuments.ts';

/** The size limit of a batch, in bytes of JSON. The events of one document stop after the one that exceeds it. */
const maxBatchBytes = 8_000_000;

const isSubscribed = ({ events, contentTypes }: Subscription, { type }: PendingDocument, event: EventName): boolean =>
  events.includes(event) && (type.uid === builtInUids.file || (contentTypes?.includes(type.uid) ?? true));

/** The name of an event and its subscribers; undefined if there are none. */
export const findSubscribers = (
  subscriptions: readonly Subscription[],
  pending: PendingDocument,
  event: PendingDocument['events'][number],
): { readonly name: EventName; readonly by: readonly Subscription[] } | undefined => {
  const name = webhookEventName(pending, event);
  if (name === undefined) return undefined;
  // During a deployment a receiver may have two subscriptions.
  const by = [
    ...new Map(subscriptions.filter((one) => isSubscribed(one, pending, name)).map((one) => [one._id, one])).values(),
  ];
  return by.length === 0 ? undefined : { name, by };
};

/** The deliveries for the first pending events of a document. */
export interface FannedOutDocument {
  /** The document with only the events that are dispatched. */
  readonly pending: PendingDocument;
  /** `place` is assigned when they are stored. */
  readonly deliveries: readonly Omit<Delivery, 'place'>[];
  readonly bytes: number;
}

/**
 * Makes the deliveries for the first events of a document, until they exceed `maxBatchBytes`.
 *
 * @param valuesOf returns the entry of an event
 */
export const fanOut = async (
  pending: PendingDocument,
  subscriptions: readonly Subscription[],
  now: Date,
  valuesOf: EntryReader['of'],
): Promise<FannedOutDocument> => {
  const { documentId, locale, type } = pending;
  const deliveries: Omit<Delivery, 'place'>[] = [];
  const events: PendingDocument['events'][number][] = [];
  let bytes = 0;
  for (const event of pending.events) {
    if (bytes > maxBatchBytes) break;
    events.push(event);
    const match = findSubscribers(subscriptions, pending, event);
    if (match === undefined) continue;
    const payload = payloadOf(pending, match.name, event, await valuesOf(pending, event));
    bytes += JSON.stringify(payload).length * match.by.length;
    const depth = event.depth === undefined ? {} : { depth: event.depth };
    for (const { _id: webhook, debounce } of match.by)
      deliveries.push({
        _id: [webhook, documentId, locale ?? '', event.id.toHexString()].join('.'),
        ...{ webhook, about: `${type.uid} ${documentId}`, payload, state: 'waiting', since: now, attempts: 0 },
        due: new Date(now.getTime() + debounce * 1000),
        ...depth,
      });
  }
  return { pending: { ...pending, events }, deliveries, bytes };
};

/** Splits documents into batches, one for each transaction. */
export const splitIntoBatches = (all: readonly FannedOutDocument[]): readonly (readonly FannedOutDocument[])[] => {
  const batches: FannedOutDocument[][] = [];
  let room = 0;
  for (const one of all) {
    const last = batches.at(-1);
    room -= one.bytes;
    if (last !== undefined && room >= 0) {
      last.push(one);
      continue;
    }
    batches.push([one]);
    room = maxBatchBytes - one.bytes;
  }
  return batches;
};
