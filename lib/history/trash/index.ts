// The trash: what callers may do with deleted documents and files.
export { eraseAll, eraseOne, type AfterErase } from './eraseTrash.ts';
export { listTrash, type TrashEntry } from './listTrash.ts';
export { readRemoved } from './readRemoved.ts';
export { answerRestore, restoreRemoved, type RestoreAnswer } from './restoreRemoved.ts';
export { trashContext, type TrashContext } from './trashContext.ts';
export { readRestoreBody, readTrashPage, type TrashPage } from './trashRequest.ts';
