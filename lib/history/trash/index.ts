// The trash: what callers may do with deleted documents and files.
export { eraseAll, eraseOne } from './eraseTrash.ts';
export { listTrash } from './listTrash.ts';
export { readRemoved } from './readRemoved.ts';
export { answerRestore, restoreRemoved } from './restoreRemoved.ts';
export { trashContext, type TrashContext } from './trashContext.ts';
export { readRestoreBody, readTrashBefore, readTrashLocale, readTrashPage, readTrashType } from './trashRequest.ts';
