// Tells pages that what they show has changed: exports the answers about tags.
export { answerLive, compareTags, LiveChanges, scanStart, type LiveAnswer } from './compareTags.ts';
export { maxLiveTags, readLiveQuery, type LiveQuery } from './liveQuery.ts';
export { readLiveRows, type LiveRow } from './liveRows.ts';
export { readSince } from './liveSince.ts';
