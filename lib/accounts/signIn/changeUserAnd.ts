// Changes a user together with what else belongs to a login by a provider.
import { administrator } from '../../platform/access/index.ts';
import type { AuditEntry } from '../../platform/audit/index.ts';
import type { StoredDocument, Transaction } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { andThen, asTransaction, prepareUpdate, recordWrite, runWrite } from '../../write/documents/index.ts';
import { writtenUserTarget } from '../users/index.ts';

/**
 * Changes a user. The change is in force at once, in sessions too.
 *
 * @param andAlso runs in the transaction of the change
 * @throws what `andAlso` throws; then nothing is changed
 */
export const changeUserAnd = async (
  service: Service,
  { documentId }: StoredDocument,
  data: object,
  entry: AuditEntry,
  andAlso: (transaction: Transaction, changed: StoredDocument) => Promise<unknown>,
): Promise<StoredDocument> => {
  const write = await prepareUpdate(service, writtenUserTarget(service, administrator), documentId, data);
  const whole = asTransaction(
    andThen(write, async (changed, transaction) => {
      await andAlso(transaction, changed);
      return changed;
    }),
  );
  const changed = await runWrite(
    service,
    recordWrite(service, whole, () => entry),
  );
  service.access.sessions.clearCache();
  return changed;
};
