// The only writer of documents while requests are served. Migrations, the repair of identifiers and the relay write with guards
// of their own.
export { createDocument, prepareCreate, type PreparedCreate } from './lifecycle/create.ts';
export { createMany, toBatchCreation, type BatchCreation } from './lifecycle/createMany.ts';
export { changeTimeUpdate } from './outbox.ts';
export { runInChangeSet, runWithSource } from './changeSource.ts';
export { clearVersions } from './versions/clearVersions.ts';
export { replacedVersionOf, writtenField } from './versions/replacedVersion.ts';
export {
  rowOf,
  storeDefinitions,
  storeVersions,
  versionSchemasCollection,
  versionsCollection,
  versionValuesCollection,
  type VersionRow,
  type VersionSchema,
  type VersionToStore,
} from './versions/storeVersions.ts';
export { runAtEventDepth } from './eventDepth.ts';
export { checkAmounts } from './lifecycle/amounts.ts';
export { hasSameContent, storeAssignee, storeStage } from './storeReview.ts';
export { checkExpected } from './lifecycle/checkExpected.ts';
export { prepareIncrement } from './lifecycle/increment.ts';
export { prepareDelete, prepareMissingDelete } from './lifecycle/delete.ts';
export { linkingTypes, linksProjection, linksToFilter, type LinkingType } from './links/linkingTypes.ts';
export { canLinkTo } from './links/stripLinks.ts';
export { mediaKindOf } from './links/mediaKinds.ts';
export { builtInTarget, type WriteTarget } from './lifecycle/writeTarget.ts';
export type { DeleteHooks, Hook, HookFault, HookedDeletion, HookedWrite, WriteHooks } from './hooks/types.ts';
export { prepareTransition } from './lifecycle/prepareTransition.ts';
export { WriteConflict } from './lifecycle/commit.ts';
export { recordWrite } from './lifecycle/recordWrite.ts';
export { relink } from './links/relink.ts';
export { sweepLinks } from './links/sweepLinks.ts';
export { eraseRemoved } from './trash/eraseRemoved.ts';
export { notInTrash, prepareRestore, type RestoredDocument } from './trash/prepareRestore.ts';
export { sweepTrash } from './trash/sweepTrash.ts';
export { findRemovedLocales, removedFilter, trashEnd, trashFilter, type Tombstone } from './trash/trashFilter.ts';
export type { LostLink } from './links/putBackLinks.ts';
export { existingAmong } from './existingDocuments.ts';
export { checkBody } from './lifecycle/checkDocumentBody.ts';
export type { FileRules, RelatableDocuments } from './links/relatableTargets.ts';
export { importHooked } from './hooks/importHooked.ts';
export { toPlain } from './hooks/hookValues.ts';
export { hasPasswordAttributes } from './values/passwords.ts';
export { maxVersionBytes } from './values/size.ts';
export { freeUid } from './values/uids.ts';
export { putSingle, preparePutSingle, prepareUpdate } from './lifecycle/update.ts';
export {
  runWrite,
  asTransaction,
  andAlso,
  andThen,
  runInTransaction,
  type PreparedWrite,
} from './lifecycle/preparedWrite.ts';
export { spell } from './values/slug.ts';
