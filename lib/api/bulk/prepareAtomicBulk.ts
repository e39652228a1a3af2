// Writes all entries in one transaction. One invalid entry rejects them all.
import type { PreparedWrite } from '../../write/documents/index.ts';
import { ApiError, invalidValues, unavailable, type InvalidValue } from '../../errors.ts';
import { okAnswer, type Answer } from '../http/index.ts';
import { entryFaults } from './entryFaults.ts';
import { entryKinds, type BulkContext, type EntryResult } from './entryKinds.ts';

/** Returns a rejection as a value, so that the other entries are checked too. */
const catchRefusal = async <T>(work: () => Promise<T>): Promise<T | ApiError> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return error;
    throw error;
  }
};

const checkDeadline = ({ service, until, entries }: BulkContext): void => {
  if (service.now().getTime() > until)
    throw unavailable(`${entries.length} entries take longer than a request may: nothing was written, send fewer`);
};

/**
 * Prepares the write of all entries. Preparing is outside of the transaction, so that passwords are hashed only once
 * even if the transaction restarts.
 *
 * @throws ApiError 400 naming every fault of every entry; 503 if the time is over. In both cases nothing is written
 */
export const prepareAtomicBulk = async (bulk: BulkContext): Promise<PreparedWrite<Answer>> => {
  const writes: (PreparedWrite<EntryResult> | ApiError)[] = [];
  for (const entry of bulk.entries) {
    checkDeadline(bulk);
    writes.push(await catchRefusal(() => entryKinds[entry.kind].prepare(bulk, entry)));
  }
  return {
    about: undefined,
    attempt: (unit) =>
      unit.inTransaction(async (transaction) => {
        const results: EntryResult[] = [];
        const faults: InvalidValue[] = [];
        for (const [index, entry] of bulk.entries.entries()) {
          checkDeadline(bulk);
          const write = writes[index];
          if (write === undefined) throw new Error('every entry was made ready');
          const result = write instanceof ApiError ? write : await catchRefusal(() => write.attempt(transaction));
          if (result instanceof ApiError) faults.push(...entryFaults(result, entry, index));
          else results.push(result);
        }
        if (faults.length > 0) throw invalidValues(faults);
        checkDeadline(bulk);
        return okAnswer({ data: results, meta: {} });
      }),
  };
};
