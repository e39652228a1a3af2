// Many writes of one type in one request: all of them or none, or each by itself.
export { allOrNothing } from './all.ts';
export { oneByOne } from './each.ts';
export { actionsIn, bulkActions, readBulk } from './entries.ts';
export { beginMs, checkLocale, type Bulk } from './kinds.ts';
