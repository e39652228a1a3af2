// Deliveries as whoever hands events on makes them.
import type { Service } from '../../lib/platform/service.ts';
import { deliveriesIn, type Delivery } from '../../lib/events/webhooks/index.ts';

const day = new Date('2026-01-31T09:30:00.000Z');

/** A parked one, but for what is said; `place` tells it from others. */
export const deliveryOf = (webhook: number, place: number, more: Partial<Delivery> = {}): Delivery => ({
  _id: `${webhook} ${place}`,
  webhook,
  about: `api::book.book document${place}`,
  place,
  told: {
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

/** Stores them as they are. */
export const park = async (service: Service, deliveries: readonly Delivery[]): Promise<void> => {
  await deliveriesIn(await service.database.get()).insertMany([...deliveries]);
};

/** What waits for a webhook, whole, in the order of the events. */
export const deliveriesOf = async (service: Service, webhook: number): Promise<readonly Delivery[]> =>
  deliveriesIn(await service.database.get())
    .find({ webhook })
    .sort({ place: 1 })
    .toArray();
