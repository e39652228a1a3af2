// The review of drafts: their stages and assignees.
export { assign, moveToStage, readStages } from './documentReview.ts';
export { reviewContext, reviewTarget } from './reviewContext.ts';
export { readAssignee, readStageChoice } from './reviewRequests.ts';
