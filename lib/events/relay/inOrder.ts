// A call an event: those of one document one after the other, in the order in which they were handed on.
import type { Collection } from 'mongodb';
import { deliveriesIn, type Delivery } from '../webhooks/index.ts';
import { bodyOf } from './body.ts';
import { call } from './call.ts';
import { enabledWebhook, settle, waiting, type Sending } from './sending.ts';

const deliveriesOf = async ({ service }: Sending): Promise<Collection<Delivery>> =>
  deliveriesIn(await service.database.get());

/** Due deliveries that are looked at for the documents that they are of. */
const looked = 100;

/** Documents that one webhook is to be told of now, up to so many; the first of their deliveries need not be due. */
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
 * Tells a webhook of one document, until nothing of it is due. What comes first is asked of the database before every call,
 * so that nothing overtakes what is tried again.
 *
 * @throws MongoError when the database does not answer: the call that was under way is made again
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
    // The last look before the call: the lease must hold for as long as that takes.
    if (!goesOn()) return;
    const { told, attempts } = first;
    const made = { webhook, id: first._id, event: told.event, body: bodyOf(told) };
    const called = await call(made, { allowPrivate, limitMs: settings.callMs, now: service.now });
    await settle(sending, _id, [first], attempts + 1, called);
  }
};
