// Checks permissions on writes: which documents a caller may write, and relate to.
export { guardConditions, guardWrite, guardCreate, guardDiscard } from './guardWrite.ts';
export { stageFault } from './guardReview.ts';
export { mayReview, stageRights } from './stageRights.ts';
export { checkWritable, matchesCondition, writeConditionFor, type WriteContext } from './refusal.ts';
export { relatableDocumentsFor } from './relatableDocuments.ts';
