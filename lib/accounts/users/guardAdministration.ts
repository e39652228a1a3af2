// Keeps permissions of administration with those who have them: nobody else can give them to a user, or take over a user
// who has them.
import { isAdministration, type Caller } from '../../platform/access/index.ts';
import type { Link, StoredDocument } from '../../platform/db/index.ts';
import type { PreparedWrite } from '../../write/documents/index.ts';
import { forbidden } from '../../errors.ts';
import type { Service } from '../../platform/service.ts';

/** @throws ApiError 403 if one of these permissions is of administration, and the caller does not have it */
export const requireAdministration = ({ allowed }: Pick<Caller, 'allowed'>, permissions: Iterable<string>): void => {
  if (allowed === 'everything') return;
  const missing = [...permissions].find(
    (name) => isAdministration(name) && (typeof allowed === 'string' || !allowed.has(name)),
  );
  if (missing !== undefined) throw forbidden(`Only callers with the permission ${missing} can give it to others`);
};

/** @throws ApiError 403 if the role of the user has a permission of administration that the caller does not have */
export const requireRightsOf = async (
  { access }: Service,
  caller: Caller,
  { published }: Pick<StoredDocument, 'published'>,
): Promise<void> => {
  const to = (published?.role as Link | null | undefined)?.to;
  const role = to === undefined ? undefined : await access.roles.findById(to);
  requireAdministration(caller, role?.permissions.keys() ?? []);
};

/**
 * The same write of a user; it fails if the user then has a permission of administration that the caller does not have.
 *
 * @throws (the attempt) ApiError 403
 */
export const guardAdministration = <Prepared extends PreparedWrite<StoredDocument>>(
  service: Service,
  caller: Caller,
  write: Prepared,
): Prepared =>
  caller.allowed === 'everything'
    ? write
    : {
        ...write,
        attempt: (unit) =>
          unit.inTransaction(async (transaction) => {
            const written = await write.attempt(transaction);
            await requireRightsOf(service, caller, written);
            return written;
          }),
      };
