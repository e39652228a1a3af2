// The history: versions of documents, how long they are kept, and what can be done with them.
export { moveReplacedVersions } from './moveReplacedVersions.ts';
export { removeExpired } from './retention.ts';
