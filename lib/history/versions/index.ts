// The versions of documents: what callers may do with them.
export { compareVersions } from './compareVersions.ts';
export { answerVersions } from './describeVersions.ts';
export { nameVersion } from './nameVersion.ts';
export { restoreVersion } from './restoreVersion.ts';
export { showVersion } from './showVersion.ts';
export { versionContext, type VersionContext } from './versionContext.ts';
export { readRestoredPaths, readVersionName, readVersionsPage } from './versionsRequest.ts';
