// Stores a row of the audit log in the transaction of a write whose type has no events: users and roles.
import { insertAuditRow, isAuditOn, type AuditContext, type AuditEntry } from '../../../platform/audit/index.ts';
import { andAlso, type PreparedWrite } from './preparedWrite.ts';

/**
 * The same write, with its row in the same transaction; the write itself, if the site records nothing.
 *
 * @param entryOf says what happened
 */
export const recordWrite = <T>(
  context: AuditContext,
  write: PreparedWrite<T>,
  entryOf: (written: T) => AuditEntry,
): PreparedWrite<T> =>
  isAuditOn(context) ? andAlso(write, (written, unit) => insertAuditRow(context, unit, entryOf(written))) : write;
