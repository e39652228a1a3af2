// Fans out the events of one document to deliveries, one for each subscribed webhook.
import { builtInUids } from '../../schema/index.ts';
import type { Delivery, EventName, Webhook } from '../webhooks/index.ts';
import { nameOf, toldOf, type Entries } from './entry.ts';
import type { Pending } from './pending.ts';

/** The size limit of a batch, in bytes of JSON. The events of one document stop after the one that exceeds it. */
const mostBytes = 8_000_000;

const wants = ({ events, contentTypes }: Webhook, { type }: Pending, event: EventName): boolean =>
  events.includes(event) && (type.uid === builtInUids.file || (contentTypes?.includes(type.uid) ?? true));

/** The name of an event and the webhooks that subscribe to it; undefined if there are none. */
export const wantedBy = (
  webhooks: readonly Webhook[],
  pending: Pending,
  event: Pending['events'][number],
): { readonly name: EventName; readonly by: readonly Webhook[] } | undefined => {
  const name = nameOf(pending, event);
  if (name === undefined) return undefined;
  const by = webhooks.filter((webhook) => wants(webhook, pending, name));
  return by.length === 0 ? undefined : { name, by };
};

/** The deliveries for the first pending events of a document. */
export interface Handed {
  /** The document with only the events that are dispatched. */
  readonly pending: Pending;
  /** `place` is assigned when they are stored. */
  readonly deliveries: readonly Omit<Delivery, 'place'>[];
  readonly bytes: number;
}

/**
 * Makes the deliveries for the first events of a document, until they exceed `maxBatchBytes`.
 *
 * @param valuesOf returns the entry of an event
 */
export const handed = async (
  pending: Pending,
  webhooks: readonly Webhook[],
  now: Date,
  valuesOf: Entries['of'],
): Promise<Handed> => {
  const { documentId, locale, type } = pending;
  const deliveries: Omit<Delivery, 'place'>[] = [];
  const events: Pending['events'][number][] = [];
  let bytes = 0;
  for (const event of pending.events) {
    if (bytes > mostBytes) break;
    events.push(event);
    const wanted = wantedBy(webhooks, pending, event);
    if (wanted === undefined) continue;
    const told = toldOf(pending, wanted.name, event, await valuesOf(pending, event));
    bytes += JSON.stringify(told).length * wanted.by.length;
    for (const { _id: webhook, debounce } of wanted.by)
      deliveries.push({
        _id: [webhook, documentId, locale ?? '', event.id.toHexString()].join('.'),
        ...{ webhook, about: `${type.uid} ${documentId}`, told, state: 'waiting', since: now, attempts: 0 },
        due: new Date(now.getTime() + debounce * 1000),
      });
  }
  return { pending: { ...pending, events }, deliveries, bytes };
};

/** Splits documents into batches, one for each transaction. */
export const batchesOf = (all: readonly Handed[]): readonly (readonly Handed[])[] => {
  const batches: Handed[][] = [];
  let room = 0;
  for (const one of all) {
    const last = batches.at(-1);
    room -= one.bytes;
    if (last !== undefined && room >= 0) {
      last.push(one);
      continue;
    }
    batches.push([one]);
    room = mostBytes - one.bytes;
  }
  return batches;
};
