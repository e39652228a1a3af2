// The trash: what callers may do with deleted documents and files.
export { eraseAll } from './eraseTrash.ts';
export { trashHandlers } from './handlers.ts';
export { listTrash } from './listTrash.ts';
export { answerRestore, restoreRemoved } from './restoreRemoved.ts';
export { trashContext, type TrashContext } from './trashContext.ts';
