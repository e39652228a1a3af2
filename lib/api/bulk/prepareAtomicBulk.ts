// Writes all entries in one transaction. One invalid entry rejects them all.
import { createMany, type BatchCreation, type PreparedWrite } from '../../write/documents/index.ts';
import { mapItems, type Transaction } from '../../platform/db/index.ts';
import { ApiError, refuseFaults, unavailable, type InvalidValue } from '../../errors.ts';
import { okAnswer, type Answer } from '../http/index.ts';
import {
  entryKinds,
  readEntryResult,
  type BulkContext,
  type EntryResult,
  type PreparedEntry,
  type BulkEntry,
} from './entryKinds.ts';

/** The details of errors for invalid values and invalid keys. */
interface ErrorDetails {
  readonly errors?: readonly InvalidValue[];
  readonly key?: string;
  readonly path?: string | null;
}

/** @returns the faults of the entry at that index, each with its path below `data` */
const entryFaults = (
  { status, message, details }: ApiError,
  { kind, documentId }: BulkEntry,
  index: number,
): readonly InvalidValue[] => {
  const at = [String(index), kind];
  if (status === 404) return [{ path: [...at, 'documentId'], message, value: documentId }];
  const takes: readonly string[] = entryKinds[kind].takes;
  const inData = takes.includes('data') ? [...at, 'data'] : at;
  const { errors, key, path }: ErrorDetails = details;
  if (errors !== undefined) return errors.map((error) => ({ ...error, path: [...inData, ...error.path] }));
  const below = [...(typeof path === 'string' ? path.split('.') : []), ...(key === undefined ? [] : [key])];
  return [{ path: [...inData, ...below], message, value: undefined }];
};

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

/** Entries that follow one another and can be created together, or one other entry. */
interface EntryGroup {
  /** The index of the first entry. */
  readonly from: number;
  readonly writes: (PreparedEntry | ApiError)[];
  readonly creations: BatchCreation[];
}

const groupEntries = (writes: readonly (PreparedEntry | ApiError)[]): readonly EntryGroup[] => {
  const groups: EntryGroup[] = [];
  for (const [index, write] of writes.entries()) {
    const creations = write instanceof ApiError || write.creation === undefined ? [] : [write.creation];
    const last = groups.at(-1);
    if (last === undefined || creations.length === 0 || last.creations.length === 0)
      groups.push({ from: index, writes: [write], creations });
    else {
      last.writes.push(write);
      last.creations.push(...creations);
    }
  }
  return groups;
};

/** @returns the results of the entries; undefined if they must be written one after another */
const createGroup = async (
  bulk: BulkContext,
  transaction: Transaction,
  [first, ...others]: readonly BatchCreation[],
): Promise<readonly EntryResult[] | undefined> => {
  if (first === undefined || others.length === 0) return undefined;
  const created = await createMany(bulk.service, transaction, [first, ...others]);
  return created && mapItems(transaction, created, (stored) => readEntryResult(bulk, 201, stored, transaction));
};

/**
 * Prepares the write of all entries. Preparing is outside of the transaction, so that passwords are hashed only once
 * even if the transaction restarts. Creates that follow one another are written together.
 *
 * @throws ApiError 400 naming every fault of every entry; 503 if the time is over. In both cases nothing is written
 */
export const prepareAtomicBulk = async (bulk: BulkContext): Promise<PreparedWrite<Answer>> => {
  const writes: (PreparedEntry | ApiError)[] = [];
  for (const entry of bulk.entries) {
    checkDeadline(bulk);
    writes.push(await catchRefusal(() => entryKinds[entry.kind].prepare(bulk, entry)));
  }
  const groups = groupEntries(writes);
  return {
    about: undefined,
    attempt: (unit) =>
      unit.inTransaction(async (transaction) => {
        const results: EntryResult[] = [];
        const faults: InvalidValue[] = [];
        const writeEntry = async (index: number, write: PreparedEntry | ApiError): Promise<void> => {
          const entry = bulk.entries[index];
          if (entry === undefined) throw new Error('every write has an entry');
          checkDeadline(bulk);
          const result = write instanceof ApiError ? write : await catchRefusal(() => write.attempt(transaction));
          if (result instanceof ApiError) faults.push(...entryFaults(result, entry, index));
          else results.push(result);
        };
        for (const { from, writes: groupWrites, creations } of groups) {
          checkDeadline(bulk);
          const created = await createGroup(bulk, transaction, creations);
          if (created === undefined)
            for (const [index, write] of groupWrites.entries()) await writeEntry(from + index, write);
          else results.push(...created);
        }
        refuseFaults(faults);
        checkDeadline(bulk);
        return okAnswer({ data: results, meta: {} });
      }),
  };
};
