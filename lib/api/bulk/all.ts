// Writes all entries in one transaction. One invalid entry rejects them all.
import type { PreparedWrite } from '../../write/documents/index.ts';
import { ApiError, invalidValues, unavailable, type InvalidValue } from '../../errors.ts';
import { ok, type Answer } from '../http/index.ts';
import { faultsOf } from './faults.ts';
import { kinds, type Bulk, type Result } from './kinds.ts';

/** Returns a rejection as a value, so that the other entries are checked too. */
const orRefusal = async <T>(work: () => Promise<T>): Promise<T | ApiError> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return error;
    throw error;
  }
};

const checkTime = ({ service, until, entries }: Bulk): void => {
  if (service.now().getTime() > until)
    throw unavailable(`${entries.length} entries take longer than a request may: nothing was written, send fewer`);
};

/**
 * Prepares the write of all entries. Preparing is outside of the transaction, so that passwords are hashed only once
 * even if the transaction restarts.
 *
 * @throws ApiError 400 naming every fault of every entry; 503 if the time is over. In both cases nothing is written
 */
export const allOrNothing = async (bulk: Bulk): Promise<PreparedWrite<Answer>> => {
  const writes: (PreparedWrite<Result> | ApiError)[] = [];
  for (const entry of bulk.entries) {
    checkTime(bulk);
    writes.push(await orRefusal(() => kinds[entry.kind].ready(bulk, entry)));
  }
  return {
    about: undefined,
    attempt: (unit) =>
      unit.inTransaction(async (whole) => {
        const results: Result[] = [];
        const faults: InvalidValue[] = [];
        for (const [index, entry] of bulk.entries.entries()) {
          checkTime(bulk);
          const write = writes[index];
          if (write === undefined) throw new Error('every entry was made ready');
          const result = write instanceof ApiError ? write : await orRefusal(() => write.attempt(whole));
          if (result instanceof ApiError) faults.push(...faultsOf(result, entry, index));
          else results.push(result);
        }
        if (faults.length > 0) throw invalidValues(faults);
        checkTime(bulk);
        return ok({ data: results, meta: {} });
      }),
  };
};
