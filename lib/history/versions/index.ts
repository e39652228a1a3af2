// The versions of documents: what callers may do with them.
export { versionHandlers, type CheckedVersions } from './handlers.ts';
export { restoreVersion, withRestore } from './restoreVersion.ts';
export { draftVersions, versionContext } from './versionContext.ts';
