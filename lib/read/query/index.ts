// Reads query strings and checks them: exports the typed queries.
export type * from './types.ts';
export { childrenOf } from './childrenOf.ts';
export { checkDefaultPopulates, defaultPopulateFaults, readDefaultPopulate } from './defaultPopulate.ts';
export type { QuerySettings } from './scope.ts';
export { publications } from './types.ts';
export { invalidCursor, parseCursor, writeCursor } from './cursor.ts';
export { readLimit, readPagination } from './pagination.ts';
export { combineFilters } from './permittedFilter.ts';
export { hasSearch, mayBeSearched } from './searchText.ts';
export { readPreviewQuery } from './preview.ts';
export { isBranch, isEmpty, listOf, parseTree, type Branch, type Tree } from './tree.ts';
export { refuseSelection } from './fields.ts';
export { readUidQuery, suggestedUids } from './uid.ts';
export { refuseDraftDeletion, writtenLocale, writtenLocales, readStatus, readView, type Locales } from './versions.ts';
export {
  checkCondition,
  parseCondition,
  keepCursor,
  queryFromTree,
  readJsonQuery,
  readPreview,
  readQuery,
  readEventPayloadQuery,
  readStoredSelection,
  existingWritableFilter,
  findableFilter,
  isEditable,
  readablePublishedFilter,
  writableFilter,
  type ReadContext,
} from './readQuery.ts';
