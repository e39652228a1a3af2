// The review of drafts: their stages, and who is to work on them.
export { assign, moveToStage, readStages } from './documentReview.ts';
export { reviewContext, reviewTarget } from './reviewContext.ts';
export { readAssignee, readStageChoice } from './reviewRequests.ts';
