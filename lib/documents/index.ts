// The only writer of documents.
export { createDocument } from './create.ts';
export { deleteDocument } from './delete.ts';
export type { WriteTarget } from './prepare.ts';
export { transition, type TransitionTarget } from './transitions.ts';
export { freeUid } from './uids.ts';
export { putSingle, updateDocument } from './update.ts';
