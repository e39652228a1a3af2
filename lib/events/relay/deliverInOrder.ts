// Delivers events one call at a time, in order for each document.
import type { Collection } from 'mongodb';
import { deliveriesCollection, type Delivery } from '../webhooks/index.ts';
import { callBody } from './callBody.ts';
import { callWebhook } from './callWebhook.ts';
import { enabledWebhook, recordOutcome, waitingState, type DeliveryContext } from './deliveryContext.ts';

const deliveriesOf = async ({ service }: DeliveryContext): Promise<Collection<Delivery>> =>
  deliveriesCollection(await service.database.get());

/** How many due deliveries are read to find their documents. */
const scanLimit = 100;

/**
 * Returns documents with due deliveries for a webhook. The first delivery of such a document may not be due yet.
 *
 * @param busy documents to leave out
 * @param most the maximum number of documents
 */
export const findDueDocuments = async (
  sending: DeliveryContext,
  webhook: number,
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
 * Calls a webhook for one document until no delivery of it is due. It reads the first delivery again before every
 * call, so a retry keeps its place before later events.
 *
 * @throws MongoError when the database does not answer; a call in progress is then made again later
 */
export const deliverInOrder = async (sending: DeliveryContext, _id: number, about: string): Promise<void> => {
  const { service, settings, mayCall } = sending;
  const { allowPrivate } = service.config.webhooks;
  const deliveries = await deliveriesOf(sending);
  const waitingFilter = { webhook: _id, ...waitingState, about };
  for (;;) {
    const [webhook, first] = await Promise.all([
      enabledWebhook(sending, _id),
      deliveries.findOne(waitingFilter, { sort: { place: 1 } }),
    ]);
    if (webhook === undefined || webhook.debounce > 0 || first === null) return;
    if (first.due > service.now()) {
      await deliveries.updateMany({ ...waitingFilter, due: { $lt: first.due } }, { $set: { due: first.due } });
      return;
    }
    // Checked directly before the call: the lease must last until the call ends.
    if (!mayCall()) return;
    const { told: payload, attempts } = first;
    const webhookCall = { webhook, id: first._id, event: payload.event, body: callBody(payload) };
    const outcome = await callWebhook(webhookCall, { allowPrivate, limitMs: settings.callMs, now: service.now });
    await recordOutcome(sending, _id, [first], attempts + 1, outcome);
  }
};
