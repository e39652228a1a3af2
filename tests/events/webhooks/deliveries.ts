// Builds and stores webhook deliveries as the relay does.
import type { Service } from '../../../lib/platform/service.ts';
import { deliveriesCollection, type Delivery, type ReceiverId } from '../../../lib/events/webhooks/index.ts';

const day = new Date('2026-01-31T09:30:00.000Z');

/** A parked delivery; `place` distinguishes it from others. */
export const deliveryOf = (webhook: ReceiverId, place: number, more: Partial<Delivery> = {}): Delivery => ({
  _id: `${webhook} ${place}`,
  webhook,
  about: `api::book.book document${place}`,
  place,
  payload: {
    ...{ event: 'entry.update', createdAt: day, model: 'book', uid: 'api::book.book' },
    entry: { documentId: `document${place}`, title: 'x'.repeat(1000) },
  },
  state: 'parked',
  since: day,
  attempts: 12,
  due: day,
  lastAttempt: { at: day, status: 500, message: 'answered 500' },
  ...more,
});

/** Stores the deliveries unchanged. */
export const park = async (service: Service, deliveries: readonly Delivery[]): Promise<void> => {
  await deliveriesCollection(await service.database.get()).insertMany([...deliveries]);
};

/** The stored deliveries of a webhook, in the order of their events. */
export const deliveriesOf = async (service: Service, webhook: number): Promise<readonly Delivery[]> =>
  deliveriesCollection(await service.database.get())
    .find({ webhook })
    .sort({ place: 1 })
    .toArray();
