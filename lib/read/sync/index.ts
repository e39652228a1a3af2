// Synchronizes published documents to clients that keep a copy: exports the sync.
export { changesSince, horizonSeconds } from './changes.ts';
