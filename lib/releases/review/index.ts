// The review of drafts: their stages and assignees.
export { findAssignee } from './assignableUsers.ts';
export { prepareAssign, prepareMove } from './documentReview.ts';
export { reviewHandlers } from './handlers.ts';
export { assigningAction, reviewContext } from './reviewContext.ts';
