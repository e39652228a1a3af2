// Runs plans and shapes rows into answers: exports what other areas use.
export {
  checkOneLocale,
  listMetaOf,
  planRead,
  readList,
  readDocument,
  readWritten,
  runRead,
  shapeList,
  shapeOne,
  type DocumentAnswer,
} from './answer.ts';
export type { CacheMetadata } from './cacheKeys.ts';
export { queryRunner, type RunQuery, type Row } from './databaseQuery.ts';
export { findAvailableLocales, withWriters } from './editView.ts';
export { explain, type ExplainedQuery } from './explain.ts';
export { planOf } from './plan.ts';
export { formatScalar } from './scalars.ts';
export { shareOf } from './readShares.ts';
export { readVersion, type VersionSource } from './readVersion.ts';
export { runPlan, type PlanOf, type PlanResult } from './run.ts';
export { isDocumentVisible, visibleDocumentsAmong } from './visibleDocuments.ts';
export { storedDocumentShaper } from './storedDocuments.ts';
