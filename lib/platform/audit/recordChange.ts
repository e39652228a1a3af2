// Stores a row of the audit log together with the change that it describes.
import { inTransaction, lockDeadline, standaloneOperations, type Database, type Transaction } from '../db/index.ts';
import { auditCollection, isAuditOn, makeAuditRow, type AuditContext, type AuditEntry } from './auditRow.ts';

export interface RecordingContext extends AuditContext {
  readonly database: Database;
}

/** Stores a row as part of a transaction. Nothing, if the site records nothing. */
export const insertAuditRow = async (
  context: AuditContext,
  { db, options }: Pick<Transaction, 'db' | 'options'>,
  entry: AuditEntry,
): Promise<void> => {
  if (isAuditOn(context)) await auditCollection(db).insertOne(makeAuditRow(context, entry), options);
};

/**
 * Stores a row by itself, before an operation that changes nothing or that no transaction can hold: so the operation is never
 * done without its row.
 *
 * @throws MongoError when the database does not answer
 */
export const recordAction = async (context: RecordingContext, entry: AuditEntry): Promise<void> => {
  if (isAuditOn(context)) await insertAuditRow(context, { db: await context.database.get(), options: {} }, entry);
};

/**
 * Runs a change and stores its row, both in one transaction: neither is there without the other. A site that records nothing
 * needs no transaction.
 *
 * @param change passes the options to each of its operations; it may be repeated
 * @param entryOf says what happened; undefined: nothing
 * @returns what `change` returns
 * @throws what `change` throws; then nothing is written
 */
export const recordChange = <T>(
  context: RecordingContext,
  change: (unit: Pick<Transaction, 'db' | 'options'>) => Promise<T>,
  entryOf: (result: T) => AuditEntry | undefined,
): Promise<T> => {
  if (!isAuditOn(context)) return standaloneOperations(context.database, lockDeadline()).then(change);
  return inTransaction(context.database, async (unit) => {
    const result = await change(unit);
    const entry = entryOf(result);
    if (entry !== undefined) await insertAuditRow(context, unit, entry);
    return result;
  });
};
