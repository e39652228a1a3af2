// Records in the audit log what happens to a release.
import { insertAuditRow, type AuditAction } from '../platform/audit/index.ts';
import type { Transaction } from '../platform/db/index.ts';
import type { ReleaseContext } from './releaseContext.ts';
import type { StoredRelease } from './storedReleases.ts';

/** @param changed the names of the values that changed */
export const recordRelease = (
  { service }: Pick<ReleaseContext, 'service'>,
  unit: Pick<Transaction, 'db' | 'options'>,
  action: AuditAction,
  { _id, name }: Pick<StoredRelease, '_id' | 'name'>,
  changed?: readonly string[],
): Promise<void> =>
  insertAuditRow(service, unit, {
    action,
    target: { type: 'release', id: String(_id), ...(name === null ? {} : { name }) },
    ...(changed === undefined ? {} : { changed }),
  });
