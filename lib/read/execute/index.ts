// Runs plans and shapes rows into answers: exports what other areas use.
export {
  checkOneLocale,
  cursorAfter,
  listMetaOf,
  paginationOf,
  planRead,
  readList,
  readDocument,
  readWritten,
  runRead,
  shapeList,
  shapeRows,
  shapeOne,
  type DocumentAnswer,
  type PageRows,
} from './answer.ts';
export type { AnswerValues } from './answerFormats.ts';
export { cacheMetadataOfLists, joinCacheMetadata, type CacheMetadata } from './cacheKeys.ts';
export { keyHeaders } from './keyHeaders.ts';
export { queryRunner, type DatabaseQuery, type RunQuery, type Row } from './databaseQuery.ts';
export { findAvailableLocales, withWriters } from './editView.ts';
export { explain, type ExplainedQuery } from './explain.ts';
export { readingFuture, type FutureCollection, type FutureVersions } from './futureVersions.ts';
export { collectVisible } from './collectVisible.ts';
export { planOf } from './plan.ts';
export { formatScalar } from './scalars.ts';
export { withPlace } from './readShares.ts';
export { answerTooLarge, jsonLengths, manyPopulated } from './answerTooLarge.ts';
export { mapInTurns, takeTurn, waitForOwnTurn } from './turns.ts';
export { rememberedCounts } from './rememberedCounts.ts';
export { costOfPlan, runChecks, runShared } from './runShared.ts';
export { readVersion, type VersionSource } from './readVersion.ts';
export type { ReplaceValues } from './shapeContext.ts';
export { runPlan, type PlanOf, type PlanResult } from './run.ts';
export { formatRevision } from './revision.ts';
export { isDocumentVisible, visibleDocumentsAmong } from './visibleDocuments.ts';
export { storedDocumentShaper } from './storedDocuments.ts';
