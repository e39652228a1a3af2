// Delivers many events in one call, for webhooks with `debounce`.
import {
  payloadProjection,
  storedPayload,
  type Delivery,
  type ReceiverId,
  type Subscription,
} from '../webhooks/index.ts';
import {
  deliveriesOf,
  recordOutcome,
  waitingState,
  type DeliveryContext,
  type SendingContext,
} from './deliveryContext.ts';
import { currentReceiver } from './receiver.ts';

/** The maximum number of events in one call. The next call reports the rest. */
const maxEvents = 1_000;

/** The longest wait after the first event, however many events follow. */
const maxWaitMs = 300_000;

/** One item in the `events` list of a call. */
const listedEvent = (delivery: Pick<Delivery, 'payload' | 'told'>) => {
  const { event, createdAt, model, uid, entry } = storedPayload(delivery);
  return {
    ...{ event, createdAt, model, uid, documentId: entry.documentId },
    ...(entry.locale === undefined ? {} : { locale: entry.locale }),
  };
};

/** Leaves out the attribute values of the documents. */
const projection = {
  ...{ since: 1, due: 1, attempts: 1 },
  ...payloadProjection('event', 'createdAt', 'model', 'uid', 'entry.documentId', 'entry.locale'),
};

/**
 * Whether the debounce period is over: no event came for `debounce` seconds, or the first event has waited too long.
 * After a failed call the retry time decides.
 *
 * @param first the oldest waiting delivery
 * @param last the newest waiting delivery
 * @param debounce in seconds
 */
export const isDebounceOver = (
  first: Pick<Delivery, 'since' | 'due' | 'attempts'>,
  last: Pick<Delivery, 'since'>,
  debounce: number,
  now: Date,
): boolean => {
  if (first.attempts > 0) return first.due <= now;
  const ms = debounce * 1000;
  const elapsed = (since: Date): number => now.getTime() - since.getTime();
  return elapsed(last.since) >= ms || elapsed(first.since) >= Math.max(ms, Math.min(10 * ms, maxWaitMs));
};

const oldestAndNewest = async (sending: DeliveryContext, webhook: ReceiverId) => {
  const deliveries = await deliveriesOf(sending);
  const at = (place: 1 | -1) =>
    deliveries.findOne(
      { webhook, ...waitingState },
      { sort: { place }, projection: { since: 1, due: 1, attempts: 1 } },
    );
  const [first, last] = await Promise.all([at(1), at(-1)]);
  return { first, last };
};

/** Whether the deliveries that wait for a debounced webhook are due now. */
export const isDebounceDue = async (sending: DeliveryContext, { _id, debounce }: Subscription): Promise<boolean> => {
  const { first, last } = await oldestAndNewest(sending, _id);
  return first !== null && last !== null && isDebounceOver(first, last, debounce, sending.service.now());
};

/**
 * Calls a webhook once for all waiting deliveries: the body has the last event and a list of all events.
 *
 * @throws MongoError when the database does not answer; the call is then made again later
 */
export const deliverDebounced = async (sending: SendingContext, _id: ReceiverId): Promise<void> => {
  const { call, mayCall } = sending;
  const deliveries = await deliveriesOf(sending);
  const waitingDeliveries = await deliveries
    .find({ webhook: _id, ...waitingState }, { projection })
    .sort({ place: 1 })
    .limit(maxEvents)
    .toArray();
  const [receiver, last] = await Promise.all([
    currentReceiver(sending, _id),
    deliveries.findOne({ _id: waitingDeliveries.at(-1)?._id ?? '', ...waitingState }),
  ]);
  if (receiver === undefined || last === null || !mayCall()) return;
  const { depth = 0 } = last;
  const payload = storedPayload(last);
  const events = waitingDeliveries.map(listedEvent);
  const outcome = await call(receiver, { id: last._id, payload, depth, more: { events } });
  await recordOutcome(sending, _id, waitingDeliveries, (waitingDeliveries[0]?.attempts ?? 0) + 1, outcome);
};
