// Tells pages that what they show has changed: exports the answers about tags.
export {
  answerLive,
  compareTags,
  LiveChanges,
  readLiveRows,
  scanStart,
  type LiveAnswer,
  type LiveRow,
} from './changedTags.ts';
export { readLiveQuery, type LiveQuery } from './liveQuery.ts';
export { readSince } from './liveSince.ts';
