// Finds what a caller may relate documents to: documents that the caller may find, and files by the rule in docs/access.md.
import {
  hasCondition,
  hasPermission,
  mayReadDrafts,
  writerOf,
  uploadUid,
  type Caller,
} from '../../platform/access/index.ts';
import { livingFilter, type StoredDocument } from '../../platform/db/index.ts';
import type { FileRules, RelatableDocuments } from '../documents/index.ts';
import { readQuery, type Locales } from '../../read/query/index.ts';
import { visibleDocumentsAmong } from '../../read/execute/index.ts';
import { builtInUids, typeOf, type ContentType } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';
import { updatableLocales } from './refusal.ts';

/** The versions of a type that the caller may find. */
const versionsFor = (caller: Caller, { uid, draftAndPublish }: ContentType): readonly string[] =>
  draftAndPublish && mayReadDrafts(caller, uid) ? ['status=published', 'status=draft'] : ['status=published'];

const fileRulesFor = (service: Service, caller: Caller, locales: Locales): FileRules => {
  const uploader = writerOf(caller);
  return {
    uploaded: async ({ db, options }, documentIds) => {
      if (uploader === undefined || documentIds.length === 0) return new Set();
      const found = await db
        .collection<StoredDocument>(typeOf(service.schema, builtInUids.file).collectionName)
        .find(
          { documentId: { $in: documentIds }, createdBy: uploader, ...livingFilter },
          { ...options, projection: { documentId: 1 } },
        )
        .toArray();
      return new Set(found.map(({ documentId }) => documentId));
    },
    updatable: (unit, type, documentId, candidates) =>
      updatableLocales({ service, caller, locales, type, locale: undefined }, documentId, candidates, unit),
  };
};

/** @returns undefined for a caller with full access, which may relate everything, and for one with read-only access, which writes nothing; unless project code restricts them */
export const relatableDocumentsFor = (
  service: Service,
  caller: Caller,
  locales: Locales,
): RelatableDocuments | undefined =>
  typeof caller.allowed === 'string' && caller.restricted === undefined
    ? undefined
    : {
        type: (uid) => hasPermission(caller, 'find', uid),
        conditional: hasCondition(caller),
        files: hasPermission(caller, 'find', uploadUid) ? undefined : fileRulesFor(service, caller, locales),
        documents: async (unit, type, documentIds, locale) => {
          if (documentIds.length === 0 || !hasPermission(caller, 'find', type.uid)) return new Set();
          const relatable = new Set<string>();
          for (const version of versionsFor(caller, type)) {
            const query = readQuery(version, type, caller, { ...service, locales });
            const visible = await visibleDocumentsAmong(
              service,
              { ...query, locale: { one: locale } },
              documentIds,
              unit,
            );
            for (const documentId of visible) relatable.add(documentId);
          }
          return relatable;
        },
      };
