// Which documents a caller may relate to the users it writes.
import { administrator } from '../../platform/access/index.ts';
import type { RelatableDocuments } from '../../write/documents/index.ts';
import { relatableDocumentsFor } from '../../write/permissions/index.ts';
import { readQuery } from '../../read/query/index.ts';
import { visibleDocumentsAmong } from '../../read/execute/index.ts';
import { builtInUids } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';
import type { UserRequestContext } from './answers.ts';

/**
 * The documents that the caller may find, and every role, because callers who may write users may assign any role.
 * Undefined: all documents.
 */
export const relatableDocumentsForUsers = (
  service: Service,
  { caller, locales }: UserRequestContext,
): RelatableDocuments | undefined => {
  const relatable = relatableDocumentsFor(service, caller, locales);
  return (
    relatable && {
      ...relatable,
      type: (uid) => uid === builtInUids.role || relatable.type(uid),
      documents: (unit, type, documentIds, locale) =>
        type.uid === builtInUids.role
          ? visibleDocumentsAmong(
              service,
              readQuery('', type, administrator, { ...service, locales }),
              documentIds,
              unit,
            )
          : relatable.documents(unit, type, documentIds, locale),
    }
  );
};
