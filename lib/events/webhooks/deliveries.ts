// Lists the waiting and parked deliveries of a receiver, and replays parked ones.
import { inTransaction } from '../../platform/db/index.ts';
import { ApiError, refuseFaults } from '../../errors.ts';
import { findWebhookById, type WebhooksContext } from './webhooks.ts';
import type { DeliveredName } from '../../platform/eventNames.ts';
import { isReceiverDeployed } from './deployedReceivers.ts';
import {
  deliveriesCollection,
  payloadProjection,
  storedPayload,
  type Delivery,
  type ReceiverId,
} from './storedWebhooks.ts';

/** A delivery in an answer: without the entry, which may be large. */
export interface DeliveryAnswer extends Pick<Delivery, 'state' | 'since' | 'attempts' | 'due'> {
  readonly id: string;
  readonly event: DeliveredName;
  /** When the event happened. */
  readonly createdAt: Date;
  readonly uid: string;
  readonly documentId: string;
  readonly lastAttempt: NonNullable<Delivery['lastAttempt']> | null;
}

/** Which page of the deliveries to return; `state` undefined: deliveries of both states. */
export interface DeliveriesPage {
  readonly state: Delivery['state'] | undefined;
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
}

export interface DeliveriesPageResult {
  readonly data: readonly DeliveryAnswer[];
  readonly total: number;
}

const projection = {
  ...{ about: 1, state: 1, since: 1, attempts: 1, due: 1, lastAttempt: 1 },
  ...payloadProjection('event', 'createdAt'),
};

const toDeliveryAnswer = (delivery: Delivery): DeliveryAnswer => {
  const { _id: id, about, state, since, attempts, due, lastAttempt } = delivery;
  const payload = storedPayload(delivery);
  const [uid = '', documentId = ''] = about.split(' ');
  return {
    ...{ id, event: payload.event, createdAt: payload.createdAt, uid, documentId },
    ...{ state, since, attempts, due, lastAttempt: lastAttempt ?? null },
  };
};

type ReceiverContext = Pick<WebhooksContext, 'database' | 'now'>;

/**
 * @returns whether the relay calls the receiver: the webhook is enabled, or the deployed code has the receiver
 * @throws ApiError 404 if there is no such receiver
 */
const isReceiverActive = async (context: ReceiverContext, id: ReceiverId): Promise<boolean> =>
  typeof id === 'string' ? isReceiverDeployed(context, id) : (await findWebhookById(context, id)).isEnabled;

/**
 * Lists deliveries in the order of their events.
 *
 * @param id of the receiver
 * @throws ApiError 404 if there is no such receiver
 */
export const listDeliveries = async (
  context: ReceiverContext,
  id: ReceiverId,
  { state, page, pageSize }: DeliveriesPage,
): Promise<DeliveriesPageResult> => {
  await isReceiverActive(context, id);
  const deliveries = deliveriesCollection(await context.database.get());
  // Both states are named, so that an index returns the deliveries in order.
  const filter = { webhook: id, state: { $in: state === undefined ? (['waiting', 'parked'] as const) : [state] } };
  const found = deliveries
    .find(filter, { projection })
    .sort({ place: 1 })
    .skip((page - 1) * pageSize)
    .limit(pageSize);
  const [rows, total] = await Promise.all([found.toArray(), deliveries.countDocuments(filter)]);
  return { data: rows.map(toDeliveryAnswer), total };
};

const refuseUnknown = (deliveryIds: readonly string[], parked: ReadonlySet<string>): void => {
  const faults = deliveryIds.flatMap((delivery, index) =>
    parked.has(delivery)
      ? []
      : [
          {
            path: ['deliveries', String(index)],
            message: `there is no parked delivery "${delivery}" of this webhook`,
            value: delivery,
          },
        ],
  );
  refuseFaults(faults);
};

/**
 * Makes parked deliveries wait again; they are then retried for another day. All change in one transaction, so the
 * relay never finds a later delivery of a document without the earlier ones.
 *
 * @param id of the receiver
 * @param deliveryIds the ids of some deliveries; undefined: all parked ones
 * @returns how many deliveries are replayed
 * @throws ApiError 404 if there is no such receiver; 400 if the relay does not call it, or naming the ids that are not parked
 */
export const replayParked = async (
  context: ReceiverContext,
  id: ReceiverId,
  deliveryIds: readonly string[] | undefined,
): Promise<number> => {
  if (!(await isReceiverActive(context, id)))
    throw new ApiError(
      400,
      'ApplicationError',
      typeof id === 'number'
        ? 'The webhook is not enabled: enable it, and replay then'
        : 'No deployed code has this receiver: deploy it, and replay then',
    );
  return inTransaction(context.database, async ({ db, options }) => {
    const deliveries = deliveriesCollection(db);
    const parked = { webhook: id, state: 'parked' as const };
    const filter = deliveryIds === undefined ? parked : { ...parked, _id: { $in: deliveryIds } };
    if (deliveryIds !== undefined) {
      const found = await deliveries.find(filter, { ...options, projection: { _id: 1 } }).toArray();
      refuseUnknown(deliveryIds, new Set(found.map(({ _id }) => _id)));
    }
    const now = context.now();
    const reset = { state: 'waiting', since: now, due: now, attempts: 0 } as const;
    return (await deliveries.updateMany(filter, { $set: reset }, options)).modifiedCount;
  });
};
