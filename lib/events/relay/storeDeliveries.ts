// Stores deliveries in the order of their places.
import type { Db } from 'mongodb';
import { insertMissing, type Transaction } from '../../platform/db/index.ts';
import { deliveriesCollection, type Delivery } from '../webhooks/index.ts';

/** Stores deliveries in a transaction. Those that exist already stay as they are. @param firstPlace the place of the first */
export const storeDeliveries = async (
  db: Db,
  deliveries: readonly Omit<Delivery, 'place'>[],
  firstPlace: number,
  options: Transaction['options'],
): Promise<void> => {
  const placed = deliveries.map((delivery, index): Delivery => ({ ...delivery, place: firstPlace + index }));
  await insertMissing(deliveriesCollection(db), placed, options);
};
