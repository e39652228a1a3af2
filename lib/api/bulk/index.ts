// Bulk requests: many writes of one type, all or nothing, or each separately.
export { prepareAtomicBulk } from './prepareAtomicBulk.ts';
export { writeEachEntry } from './writeEachEntry.ts';
export { actionsIn, bulkActions, readBulk } from './entries.ts';
export { maxStartMs, checkEntryLocales, type BulkContext } from './entryKinds.ts';
