// Releases: publications that are planned, together or for one document, and executed when they are due.
export type { NewAction } from './releaseRequests.ts';
export { authorOf, releaseContext, type ReleaseContext } from './releaseContext.ts';
export {
  readActionChange,
  readActionList,
  readDocumentQuery,
  readDocumentsQuery,
  readId,
  readNewRelease,
  readNewSchedule,
  readReleaseChange,
  readReleasesPage,
  readScheduleType,
} from './releaseRequests.ts';
export { editingUsers } from './editingRoles.ts';
export { titleOf } from './seenActions.ts';
export { importRelease, type ForeignRelease, type ImportedRelease } from './importRelease.ts';
export { createRelease, deleteRelease, listReleases, publishNow, readRelease, updateRelease } from './releases.ts';
export { addAction, addActions, changeAction, listActions, removeAction } from './releaseActions.ts';
export { listByDocument, mapDocuments } from './documentReleases.ts';
export { readSchedules, requireScheduling, schedule, scheduledDocument, unschedule } from './schedules.ts';
export { findFutureVersions } from './futureRelease.ts';
export { checkReleasesOf } from './checkReleasesOf.ts';
export { defaultSweepSettings, releasesInProcess, sweepReleases } from './sweepReleases.ts';
