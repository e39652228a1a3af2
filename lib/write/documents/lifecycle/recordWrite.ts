// Stores a row of the audit log in the transaction of a write whose type has no events: users and roles.
import { insertAuditRow, isAuditOn, type AuditContext, type AuditEntry } from '../../../platform/audit/index.ts';
import { andThen, asTransaction, type PreparedWrite } from './preparedWrite.ts';

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
  isAuditOn(context)
    ? asTransaction(
        andThen(write, async (written, unit) => {
          await insertAuditRow(context, unit, entryOf(written));
          return written;
        }),
      )
    : write;
