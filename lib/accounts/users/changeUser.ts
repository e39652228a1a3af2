// Changes stored users.
import { administrator, type Caller } from '../../platform/access/index.ts';
import type { AuditEntry } from '../../platform/audit/index.ts';
import { livingDocumentFilter, type StoredDocument, type Transaction } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { andAlso, prepareUpdate, recordWrite, runWrite, type PreparedWrite } from '../../write/documents/index.ts';
import { hooksFor } from '../../write/operations/index.ts';
import type { ApiError } from '../../errors.ts';
import { usersIn, userTarget } from './storedUsers.ts';

/** The target of a caller's write of a user. @param hooks those of a request, or those that a hook's own writes cause */
export const writtenUserTarget = (service: Service, caller: Caller, hooks = hooksFor) => {
  const target = userTarget(service.schema);
  return { ...target, hooks: hooks.write(service, caller, target.type) };
};

/** A value that the user must still have when the write runs. */
interface ValuePrecondition {
  readonly attribute: string;
  readonly value: unknown;
  /** Makes the error for a user who no longer has the value. */
  readonly otherwise: () => ApiError;
}

/**
 * The same write in a transaction that first checks that the user still has the value. So only one of two requests
 * with the same code succeeds.
 */
const withPrecondition = <T>(
  { schema }: Service,
  documentId: string,
  { attribute, value, otherwise }: ValuePrecondition,
  write: PreparedWrite<T>,
): PreparedWrite<T> => {
  const { type } = userTarget(schema);
  const attempt = async (unit: Transaction): Promise<T> => {
    const filter = { ...livingDocumentFilter(type, documentId, null), [`published.${attribute}`]: value };
    const options = { ...unit.options, projection: { _id: 1 } };
    if ((await usersIn(unit.db, schema).findOne(filter, options)) === null) throw otherwise();
    return write.attempt(unit);
  };
  return { ...write, attempt: (unit) => unit.inTransaction(attempt) };
};

/** What belongs to a change of a user. */
interface UserChange {
  /** What the audit log says of it; undefined: nothing. */
  readonly entry?: AuditEntry | undefined;
  readonly precondition?: ValuePrecondition;
  /** Runs in the transaction of the change. If it fails, nothing is changed. */
  readonly also?: (changed: StoredDocument, transaction: Transaction) => Promise<unknown>;
}

/**
 * Changes a user on its own behalf. For hooks of the project, the system is the caller.
 *
 * @returns the stored user
 * @throws ApiError 400 for invalid values; 404 if the user no longer exists; the errors of `precondition` and `also`
 */
export const changeUser = async (
  service: Service,
  { documentId }: StoredDocument,
  data: object,
  { entry, precondition, also }: UserChange = {},
): Promise<StoredDocument> => {
  const write = await prepareUpdate(service, writtenUserTarget(service, administrator), documentId, data);
  const guarded = precondition === undefined ? write : withPrecondition(service, documentId, precondition, write);
  const whole = also === undefined ? guarded : andAlso(guarded, also);
  const changed = await runWrite(service, entry === undefined ? whole : recordWrite(service, whole, () => entry));
  service.access.sessions.clearCache();
  return changed;
};
