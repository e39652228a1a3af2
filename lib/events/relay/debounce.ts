// Delivers many events in one call, for webhooks with `debounce`.
import type { Collection } from 'mongodb';
import { deliveriesIn, type Delivery, type Told, type Webhook } from '../webhooks/index.ts';
import { bodyOf } from './body.ts';
import { call } from './call.ts';
import { enabledWebhook, settle, waiting, type Sending } from './sending.ts';

/** The maximum number of events in one call. The next call reports the rest. */
const mostEvents = 1_000;

/** The longest wait after the first event, however many events follow. */
const longestMs = 300_000;

/** One item in the `events` list of a call. */
const listed = ({ event, createdAt, model, uid, entry: { documentId, locale } }: Told) => ({
  ...{ event, createdAt, model, uid, documentId },
  ...(locale === undefined ? {} : { locale }),
});

/** Leaves out the attribute values of the documents. */
const projection = {
  ...{ since: 1, due: 1, attempts: 1, 'told.event': 1, 'told.createdAt': 1, 'told.model': 1, 'told.uid': 1 },
  ...{ 'told.entry.documentId': 1, 'told.entry.locale': 1 },
};

const deliveriesOf = async ({ service }: Sending): Promise<Collection<Delivery>> =>
  deliveriesIn(await service.database.get());

/**
 * Whether the debounce period is over: no event came for `debounce` seconds, or the first event has waited too long.
 * After a failed call the retry time decides.
 *
 * @param first the oldest waiting delivery
 * @param last the newest waiting delivery
 * @param debounce in seconds
 */
export const isQuiet = (
  first: Pick<Delivery, 'since' | 'due' | 'attempts'>,
  last: Pick<Delivery, 'since'>,
  debounce: number,
  now: Date,
): boolean => {
  if (first.attempts > 0) return first.due <= now;
  const ms = debounce * 1000;
  const passed = (since: Date): number => now.getTime() - since.getTime();
  return passed(last.since) >= ms || passed(first.since) >= Math.max(ms, Math.min(10 * ms, longestMs));
};

const ends = async (sending: Sending, webhook: number) => {
  const deliveries = await deliveriesOf(sending);
  const at = (place: 1 | -1) =>
    deliveries.findOne({ webhook, ...waiting }, { sort: { place }, projection: { since: 1, due: 1, attempts: 1 } });
  const [first, last] = await Promise.all([at(1), at(-1)]);
  return { first, last };
};

/** Whether the deliveries that wait for a debounced webhook are due now. */
export const isDue = async (sending: Sending, { _id, debounce }: Webhook): Promise<boolean> => {
  const { first, last } = await ends(sending, _id);
  return first !== null && last !== null && isQuiet(first, last, debounce, sending.service.now());
};

/**
 * Calls a webhook once for all waiting deliveries: the body has the last event and a list of all events.
 *
 * @throws MongoError when the database does not answer; the call is then made again later
 */
export const tellTogether = async (sending: Sending, _id: number): Promise<void> => {
  const { service, settings, goesOn } = sending;
  const deliveries = await deliveriesOf(sending);
  const all = await deliveries
    .find({ webhook: _id, ...waiting }, { projection })
    .sort({ place: 1 })
    .limit(mostEvents)
    .toArray();
  const [webhook, last] = await Promise.all([
    enabledWebhook(sending, _id),
    deliveries.findOne({ _id: all.at(-1)?._id ?? '', ...waiting }),
  ]);
  if (webhook === undefined || last === null || !goesOn()) return;
  const { told } = last;
  const body = bodyOf(told, { events: all.map((delivery) => listed(delivery.told)) });
  const called = await call(
    { webhook, id: last._id, event: told.event, body },
    { allowPrivate: service.config.webhooks.allowPrivate, limitMs: settings.callMs, now: service.now },
  );
  await settle(sending, _id, all, (all[0]?.attempts ?? 0) + 1, called);
};
