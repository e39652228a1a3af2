// The history: versions of documents, how long they are kept, and what can be done with them.
export { moveReplacedVersions } from './moveReplacedVersions.ts';
export { findVersion, forgetVersions, listVersions, type DocumentKey, type ListedVersion } from './documentVersions.ts';
export { removeExpired, removeVersions } from './retention.ts';
export { readTraces, type Trace } from './traces.ts';
