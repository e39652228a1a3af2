// Refuses to give permissions of administration to those who lack them.
import { isAdministration, storedPermissions, type Caller } from '../../platform/access/index.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import { forbidden } from '../../errors.ts';

/** @returns one of these permissions that is of administration and that the caller lacks; undefined: there is none */
export const missingAdministration = (
  { allowed }: Pick<Caller, 'allowed'>,
  permissions: Iterable<string>,
): string | undefined =>
  allowed === 'everything'
    ? undefined
    : [...permissions].find((name) => isAdministration(name) && (typeof allowed === 'string' || !allowed.has(name)));

/** @throws ApiError 403 if one of these permissions is of administration, and the caller does not have it */
export const requireAdministration = (caller: Pick<Caller, 'allowed'>, permissions: Iterable<string>): void => {
  const missing = missingAdministration(caller, permissions);
  if (missing !== undefined) throw forbidden(`Only callers with the permission ${missing} can give or take it`);
};

/** @throws ApiError 403 if the role has a permission of administration that the caller does not have */
export const requireRightsOfRole = (caller: Caller, role: Pick<StoredDocument, 'published'>): void => {
  requireAdministration(
    caller,
    storedPermissions(role).map(({ action }) => action),
  );
};
