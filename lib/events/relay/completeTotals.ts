// Completes the stored totals after a command that wrote many documents, so that the next list need not add them.
import { inTransaction, isLockTimeout, maxTotalsAgeMs, totalsCollection } from '../../platform/db/index.ts';
import { isContent, type ContentType } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';
import { ageOf, countBatch, findUncounted, isMissingIndex, makeTotal, maxQuietBatch } from './typeTotals.ts';

const completeTotal = async ({ database, now }: Service, type: ContentType): Promise<void> => {
  const db = await database.get();
  const total = await totalsCollection(db).findOne({ _id: type.collectionName });
  if (ageOf(total, now()) > maxTotalsAgeMs) await inTransaction(database, (unit) => makeTotal(unit, type, now()));
  for (let isLast = false; !isLast;) {
    const foundAt = now();
    const batch = await findUncounted({ db }, type, maxQuietBatch);
    await inTransaction(database, (unit) => countBatch(unit, type, batch, foundAt));
    ({ isLast } = batch);
  }
};

/**
 * Makes the missing totals and counts the documents that the others lack. What other writes do meanwhile, and documents that
 * they hold, are left to the relay.
 *
 * @throws MongoError when the database does not answer
 */
export const completeTotals = async (service: Service): Promise<void> => {
  for (const type of service.schema.types.values()) {
    if (!isContent(type)) continue;
    await completeTotal(service, type).catch((error: unknown) => {
      if (!isMissingIndex(error) && !isLockTimeout(error)) throw error;
    });
  }
};
