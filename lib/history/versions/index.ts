// The versions of documents: what callers may do with them.
export { answerVersions } from './describeVersions.ts';
export { showVersion } from './showVersion.ts';
export { versionContext, type VersionContext } from './versionContext.ts';
export { readVersionsPage } from './versionsRequest.ts';
