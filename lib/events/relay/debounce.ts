// One call for many events: of a webhook that waits for quiet.
import type { Collection } from 'mongodb';
import { deliveriesIn, type Delivery, type Told, type Webhook } from '../webhooks/index.ts';
import { bodyOf } from './body.ts';
import { call } from './call.ts';
import { enabledWebhook, settle, waiting, type Sending } from './sending.ts';

/** Events that one call stands for, at the most: what is left is told by the next. */
const mostEvents = 1_000;

/** However often something happens, so long after the first event it is told. */
const longestMs = 300_000;

/** An event among those that a call stands for. */
const listed = ({ event, createdAt, model, uid, entry: { documentId, locale } }: Told) => ({
  ...{ event, createdAt, model, uid, documentId },
  ...(locale === undefined ? {} : { locale }),
});

/** Without the values of their documents. */
const projection = {
  ...{ since: 1, due: 1, attempts: 1, 'told.event': 1, 'told.createdAt': 1, 'told.model': 1, 'told.uid': 1 },
  ...{ 'told.entry.documentId': 1, 'told.entry.locale': 1 },
};

const deliveriesOf = async ({ service }: Sending): Promise<Collection<Delivery>> =>
  deliveriesIn(await service.database.get());

/**
 * Whether it is quiet long enough, or has not been for too long; what failed before is tried when that is due.
 *
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

/** Whether a webhook is to be told now of all that waits for it. */
export const isDue = async (sending: Sending, { _id, debounce }: Webhook): Promise<boolean> => {
  const { first, last } = await ends(sending, _id);
  return first !== null && last !== null && isQuiet(first, last, debounce, sending.service.now());
};

/**
 * Tells a webhook of all that waits for it: the last event, and a list of all that it stands for.
 *
 * @throws MongoError when the database does not answer: the call is made again
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
