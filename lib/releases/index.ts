// Releases: publications that are planned, together or for one document, and executed when they are due.
export { releaseHandlers } from './handlers.ts';
export type { NewAction } from './releaseActions.ts';
export { isAgentSession, nameAgentSessions, sessionsOfAgent, agentSessionsOfDocument } from './agentSessions.ts';
export { collectWritten, holdPlanned, openSet, type Agent } from './changeSets.ts';
export { authorOf, releaseContext } from './releaseContext.ts';
export { findReadableReleases } from './releaseViews.ts';
export { editingUsers } from './editingRoles.ts';
export { titleOf } from './seenActions.ts';
export { importRelease, type ForeignRelease, type ImportedRelease } from './importRelease.ts';
export { findFutureVersions } from './futureRelease.ts';
export { ReleaseSweeper } from './sweepReleases.ts';
