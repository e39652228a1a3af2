// Bulk requests: many writes of one type, all or nothing, or each separately.
export { allOrNothing } from './all.ts';
export { oneByOne } from './each.ts';
export { actionsIn, bulkActions, readBulk } from './entries.ts';
export { beginMs, checkLocale, type Bulk } from './kinds.ts';
