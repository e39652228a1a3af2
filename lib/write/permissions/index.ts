// What callers may write, and relate to, who may not do so to all there is.
export { guarded, guardedNew } from './guarded.ts';
export { checkWritable, type WriteContext } from './refusal.ts';
export { seesOf } from './relatableDocuments.ts';
