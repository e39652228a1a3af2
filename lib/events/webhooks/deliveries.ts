// What waits to be delivered to a webhook, and what was parked: listed, and replayed.
import { inTransaction } from '../../platform/db/index.ts';
import { ApiError, invalidValues } from '../../errors.ts';
import { webhookWith, type WebhooksContext } from './change.ts';
import { deliveriesIn, type Delivery, type EventName } from './stored.ts';

/** A delivery as it is answered: without what is told of the document, which may be large. */
export interface ShownDelivery extends Pick<Delivery, 'state' | 'since' | 'attempts' | 'due'> {
  readonly id: string;
  readonly event: EventName;
  /** When it happened. */
  readonly createdAt: Date;
  readonly uid: string;
  readonly documentId: string;
  readonly lastAttempt: Delivery['lastAttempt'] | null;
}

/** A page of the deliveries in a state, or in any. */
export interface DeliveriesPage {
  readonly state: Delivery['state'] | undefined;
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
}

export interface ListedDeliveries {
  readonly data: readonly ShownDelivery[];
  readonly total: number;
}

const projection = {
  ...{ about: 1, state: 1, since: 1, attempts: 1, due: 1, lastAttempt: 1 },
  ...{ 'told.event': 1, 'told.createdAt': 1 },
};

const answered = ({ _id: id, told, about, state, since, attempts, due, lastAttempt }: Delivery): ShownDelivery => {
  const [uid = '', documentId = ''] = about.split(' ');
  return {
    ...{ id, event: told.event, createdAt: told.createdAt, uid, documentId },
    ...{ state, since, attempts, due, lastAttempt: lastAttempt ?? null },
  };
};

/**
 * In the order of the events.
 *
 * @param id of the webhook
 * @throws ApiError 404 where there is none
 */
export const listDeliveries = async (
  context: Pick<WebhooksContext, 'database'>,
  id: number,
  { state, page, pageSize }: DeliveriesPage,
): Promise<ListedDeliveries> => {
  await webhookWith(context, id);
  const deliveries = deliveriesIn(await context.database.get());
  // Both states named, an index gives them in their order.
  const filter = { webhook: id, state: { $in: state === undefined ? (['waiting', 'parked'] as const) : [state] } };
  const found = deliveries
    .find(filter, { projection })
    .sort({ place: 1 })
    .skip((page - 1) * pageSize)
    .limit(pageSize);
  const [rows, total] = await Promise.all([found.toArray(), deliveries.countDocuments(filter)]);
  return { data: rows.map(answered), total };
};

const refuseUnknown = (chosen: readonly string[], parked: ReadonlySet<string>): void => {
  const faults = chosen.flatMap((delivery, index) =>
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
  if (faults.length > 0) throw invalidValues(faults);
};

/**
 * Parked deliveries wait again, from now on and for another day. All of them come back at once: whoever delivers must
 * not find a later one of a document without those before it.
 *
 * @param id of the webhook
 * @param chosen the ids of some; undefined: all that are parked
 * @returns how many there were
 * @throws ApiError 404 where there is no such webhook, 400 where it is not enabled, and naming those that are not parked
 */
export const replay = async (
  context: WebhooksContext,
  id: number,
  chosen: readonly string[] | undefined,
): Promise<number> => {
  const { isEnabled } = await webhookWith(context, id);
  if (!isEnabled) throw new ApiError(400, 'ApplicationError', 'The webhook is not enabled: enable it, and replay then');
  return inTransaction(context.database, async ({ db, options }) => {
    const deliveries = deliveriesIn(db);
    const parked = { webhook: id, state: 'parked' as const };
    const filter = chosen === undefined ? parked : { ...parked, _id: { $in: chosen } };
    if (chosen !== undefined) {
      const found = await deliveries.find(filter, { ...options, projection: { _id: 1 } }).toArray();
      refuseUnknown(chosen, new Set(found.map(({ _id }) => _id)));
    }
    const now = context.now();
    const again = { state: 'waiting', since: now, due: now, attempts: 0 } as const;
    return (await deliveries.updateMany(filter, { $set: again }, options)).modifiedCount;
  });
};
