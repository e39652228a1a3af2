// The only writer of documents.
export { createDocument, creating } from './create.ts';
export { changedNow } from './happened.ts';
export { deleting, deletingNothing } from './delete.ts';
export { kindOf } from './media-kinds.ts';
export { builtInTarget, type WriteTarget } from './prepare.ts';
export { transitioning } from './transitions.ts';
export { relink } from './relink.ts';
export { sweepLinks } from './sweep.ts';
export type { OwnFiles, Sees } from './relatable.ts';
export { freeUid } from './uids.ts';
export { putSingle, puttingSingle, updating } from './update.ts';
export { alone, asOne, followed, together, type Write } from './write.ts';
