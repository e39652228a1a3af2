// Documents: read for answers, and written; nobody else changes them.
export { createDocument } from './create.ts';
export { deleteDocument } from './delete.ts';
export type { WriteTarget } from './prepare.ts';
export { readList, readOne, readWritten } from './read.ts';
export { putSingle, updateDocument } from './update.ts';
