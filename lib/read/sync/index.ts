// Synchronizes published documents to clients that keep a copy: exports the sync.
export { changesSince } from './changes.ts';
