// What becomes of the events of one document: deliveries for the webhooks that want them.
import { builtInUids } from '../../schema/index.ts';
import type { Delivery, EventName, Webhook } from '../webhooks/index.ts';
import { nameOf, toldOf, type Entries } from './entry.ts';
import type { Pending } from './pending.ts';

/** Bytes of JSON that are handed on together, and that events of one document are, if it is not a single one. */
const mostBytes = 8_000_000;

const wants = ({ events, contentTypes }: Webhook, { type }: Pending, event: EventName): boolean =>
  events.includes(event) && (type.uid === builtInUids.file || (contentTypes?.includes(type.uid) ?? true));

/** The webhooks that are told of an event, and what it is called; undefined: nobody is. */
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

/** What becomes of the first events of a document. */
export interface Handed {
  /** With these events. */
  readonly pending: Pending;
  /** Their place is given when they are stored. */
  readonly deliveries: readonly Omit<Delivery, 'place'>[];
  readonly bytes: number;
}

/** @param valuesOf the document, as it is told of an event */
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

/** In transactions that are not too large. */
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
