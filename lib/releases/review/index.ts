// The review of drafts: their stages and assignees.
export { reviewHandlers } from './handlers.ts';
export { reviewContext } from './reviewContext.ts';
