// Checks permissions on writes: which documents a caller may write, and relate to.
export { guarded, guardedNew } from './guarded.ts';
export { checkWritable, type WriteContext } from './refusal.ts';
export { seesOf } from './relatableDocuments.ts';
