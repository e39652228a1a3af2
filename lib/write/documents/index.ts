// Writes documents: exports every write. No other code writes documents.
export { createDocument, creating } from './lifecycle/create.ts';
export { changedNow } from './outbox.ts';
export { deleting, deletingNothing } from './lifecycle/delete.ts';
export { kindOf } from './links/mediaKinds.ts';
export { builtInTarget, type WriteTarget } from './lifecycle/prepare.ts';
export { transitioning } from './lifecycle/transitions.ts';
export { relink } from './links/relink.ts';
export { sweepLinks } from './links/sweep.ts';
export type { OwnFiles, Sees } from './links/relatable.ts';
export { freeUid } from './values/uids.ts';
export { putSingle, puttingSingle, updating } from './lifecycle/update.ts';
export { alone, asOne, followed, together, type Write } from './lifecycle/write.ts';
