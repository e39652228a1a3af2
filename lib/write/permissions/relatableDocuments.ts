// Finds what a caller may relate documents to: documents that the caller may find, and files by the rule in docs/access.md.
import {
  conditionOf,
  hasCondition,
  hasPermission,
  mayReadDrafts,
  permittedChanges,
  writerOf,
  uploadUid,
  type Caller,
} from '../../platform/access/index.ts';
import { livingFilter, type StoredDocument } from '../../platform/db/index.ts';
import type { FileRules, RelatableDocuments } from '../documents/index.ts';
import { readQuery, type Locales, type Query } from '../../read/query/index.ts';
import { visibleDocumentsAmong } from '../../read/execute/index.ts';
import { builtInUids, editedVersion, typeOf, type ContentType } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';
import { existingConditionFor, updatableLocales, writeConditionFor } from './refusal.ts';

/** The versions of a type that the caller may find. */
const versionsFor = (caller: Caller, { uid, draftAndPublish }: ContentType): readonly string[] =>
  draftAndPublish && mayReadDrafts(caller, uid) ? ['status=published', 'status=draft'] : ['status=published'];

/** Whether conditions or project code restrict which documents of a type the caller may read or write. */
const isConditioned = (caller: Caller, uid: string): boolean =>
  caller.restricted?.canRead.has(uid) === true ||
  caller.restricted?.canWrite.has(uid) === true ||
  ['find', 'findOne', ...permittedChanges(caller, uid)].some(
    (action) => conditionOf(caller, action, uid) !== undefined,
  );

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
): RelatableDocuments | undefined => {
  if (typeof caller.allowed === 'string' && caller.restricted === undefined) return undefined;
  const queriesFor = (type: ContentType): readonly Query[] =>
    hasPermission(caller, 'find', type.uid)
      ? versionsFor(caller, type).map((version) => readQuery(version, type, caller, { ...service, locales }))
      : [];
  const documents: RelatableDocuments['documents'] = async (unit, type, documentIds, locale) => {
    const relatable = new Set<string>();
    if (documentIds.length === 0) return relatable;
    for (const query of queriesFor(type)) {
      const inLocale: Query = { ...query, locale: { one: locale } };
      for (const documentId of await visibleDocumentsAmong(service, inLocale, documentIds, unit))
        relatable.add(documentId);
    }
    return relatable;
  };
  return {
    type: (uid) => hasPermission(caller, 'find', uid),
    conditional: hasCondition(caller),
    updatable: (type) => {
      if (!isConditioned(caller, type.uid)) return undefined;
      return async (unit, documentIds, locale, moment) => {
        if (!hasPermission(caller, 'update', type.uid)) return new Set();
        const context = { service, caller, locales, type, locale: undefined };
        const conditionFor = moment === 'before' ? existingConditionFor : writeConditionFor;
        const permitted = conditionFor('update', context);
        if (permitted === undefined) return new Set(documentIds);
        const query = readQuery('', type, caller, { ...service, locales }, { action: 'update' });
        const edited: Query = { ...query, status: editedVersion(type), permitted, locale: { one: locale } };
        return visibleDocumentsAmong(service, edited, documentIds, unit);
      };
    },
    files: hasPermission(caller, 'find', uploadUid) ? undefined : fileRulesFor(service, caller, locales),
    documents,
    hidden: async (unit, type, documentIds, locale) => {
      // Every document has the version that edits go to.
      const seesAll = queriesFor(type).some(
        ({ status, permitted }) => status === editedVersion(type) && permitted === undefined,
      );
      if (seesAll) return new Set();
      const visible = await documents(unit, type, documentIds, locale);
      return new Set(documentIds.filter((documentId) => !visible.has(documentId)));
    },
  };
};
