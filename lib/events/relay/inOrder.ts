// Delivers events one call at a time, in order for each document.
import type { Collection } from 'mongodb';
import { deliveriesIn, type Delivery } from '../webhooks/index.ts';
import { bodyOf } from './body.ts';
import { call } from './call.ts';
import { enabledWebhook, settle, waiting, type Sending } from './sending.ts';

const deliveriesOf = async ({ service }: Sending): Promise<Collection<Delivery>> =>
  deliveriesIn(await service.database.get());

/** How many due deliveries are read to find their documents. */
const looked = 100;

/**
 * Returns documents with due deliveries for a webhook. The first delivery of such a document may not be due yet.
 *
 * @param busy documents to leave out
 * @param most the maximum number of documents
 */
export const dueOf = async (
  sending: Sending,
  webhook: number,
  busy: Iterable<string>,
  most: number,
): Promise<readonly string[]> => {
  const due = await (
    await deliveriesOf(sending)
  )
    .find({ webhook, ...waiting, due: { $lte: sending.service.now() }, about: { $nin: [...busy] } })
    .project<Pick<Delivery, 'about'>>({ _id: 0, about: 1 })
    .sort({ due: 1, place: 1 })
    .limit(looked)
    .toArray();
  return [...new Set(due.map(({ about }) => about))].slice(0, most);
};

/**
 * Calls a webhook for one document until no delivery of it is due. It reads the first delivery again before every
 * call, so a retry keeps its place before later events.
 *
 * @throws MongoError when the database does not answer; a call in progress is then made again later
 */
export const tellInOrder = async (sending: Sending, _id: number, about: string): Promise<void> => {
  const { service, settings, goesOn } = sending;
  const { allowPrivate } = service.config.webhooks;
  const deliveries = await deliveriesOf(sending);
  const chain = { webhook: _id, ...waiting, about };
  for (;;) {
    const [webhook, first] = await Promise.all([
      enabledWebhook(sending, _id),
      deliveries.findOne(chain, { sort: { place: 1 } }),
    ]);
    if (webhook === undefined || webhook.debounce > 0 || first === null) return;
    if (first.due > service.now()) {
      await deliveries.updateMany({ ...chain, due: { $lt: first.due } }, { $set: { due: first.due } });
      return;
    }
    // Checked directly before the call: the lease must last until the call ends.
    if (!goesOn()) return;
    const { told, attempts } = first;
    const made = { webhook, id: first._id, event: told.event, body: bodyOf(told) };
    const called = await call(made, { allowPrivate, limitMs: settings.callMs, now: service.now });
    await settle(sending, _id, [first], attempts + 1, called);
  }
};
