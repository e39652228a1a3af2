// The schedules of single documents.
export { scheduleContext, scheduleHandlers } from './handlers.ts';
