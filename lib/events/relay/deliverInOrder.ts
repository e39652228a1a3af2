// Delivers events one call at a time, in order for each document.
import type { Collection } from 'mongodb';
import { deliveriesCollection, storedPayload, type Delivery, type ReceiverId } from '../webhooks/index.ts';
import { currentReceiver } from './currentReceiver.ts';
import { recordOutcome, waitingState, type DeliveryContext } from './deliveryContext.ts';

const deliveriesOf = async ({ service }: DeliveryContext): Promise<Collection<Delivery>> =>
  deliveriesCollection(await service.database.get());

/** How many due deliveries are read to find their documents. */
const scanLimit = 100;

/**
 * Returns documents with due deliveries for a receiver. The first delivery of such a document may not be due yet.
 *
 * @param busy documents to leave out
 * @param most the maximum number of documents
 */
export const findDueDocuments = async (
  sending: DeliveryContext,
  webhook: ReceiverId,
  busy: Iterable<string>,
  most: number,
): Promise<readonly string[]> => {
  const due = await (
    await deliveriesOf(sending)
  )
    .find({ webhook, ...waitingState, due: { $lte: sending.service.now() }, about: { $nin: [...busy] } })
    .project<Pick<Delivery, 'about'>>({ _id: 0, about: 1 })
    .sort({ due: 1, place: 1 })
    .limit(scanLimit)
    .toArray();
  return [...new Set(due.map(({ about }) => about))].slice(0, most);
};

/**
 * Calls a receiver for one document until no delivery of it is due. It reads the first delivery again before every
 * call, so a retry keeps its place before later events.
 *
 * @throws MongoError when the database does not answer; a call in progress is then made again later
 */
export const deliverInOrder = async (sending: DeliveryContext, _id: ReceiverId, about: string): Promise<void> => {
  const { service, settings, mayCall } = sending;
  const deliveries = await deliveriesOf(sending);
  const waitingFilter = { webhook: _id, ...waitingState, about };
  for (;;) {
    const [receiver, first] = await Promise.all([
      currentReceiver(sending, _id),
      deliveries.findOne(waitingFilter, { sort: { place: 1 } }),
    ]);
    if (receiver === undefined || receiver.debounce > 0 || first === null) return;
    if (first.due > service.now()) {
      await deliveries.updateMany({ ...waitingFilter, due: { $lt: first.due } }, { $set: { due: first.due } });
      return;
    }
    // Checked directly before the call: the lease must last until the call ends.
    if (!mayCall()) return;
    const { depth = 0 } = first;
    const payload = storedPayload(first);
    const outcome = await receiver.call({ id: first._id, payload, depth }, settings.callMs);
    await recordOutcome(sending, _id, [first], first.attempts + 1, outcome);
  }
};
