// Which documents a caller may relate to the users it writes.
import { administrator } from '../../platform/access/index.ts';
import type { RelatableDocuments } from '../../write/documents/index.ts';
import { relatableDocumentsFor } from '../../write/permissions/index.ts';
import { readQuery } from '../../read/query/index.ts';
import { visibleDocumentsAmong } from '../../read/execute/index.ts';
import { builtInUids } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';
import type { Admitted } from './answers.ts';

/**
 * The documents that the caller may find, and every role, because callers who may write users may assign any role.
 * Undefined: all documents.
 */
export const seesForUsers = (service: Service, { caller, locales }: Admitted): RelatableDocuments | undefined => {
  const sees = relatableDocumentsFor(service, caller, locales);
  return (
    sees && {
      ...sees,
      type: (uid) => uid === builtInUids.role || sees.type(uid),
      documents: (unit, type, documentIds, locale) =>
        type.uid === builtInUids.role
          ? visibleDocumentsAmong(service, readQuery('', type, administrator, { ...service, locales }), documentIds, unit)
          : sees.documents(unit, type, documentIds, locale),
    }
  );
};
