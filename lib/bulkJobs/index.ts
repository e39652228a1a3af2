// Jobs that change many documents: a request starts them, the background worker goes on, and an undo takes them back.
export { bulkJobHandlers } from './handlers.ts';
export { runJobs } from './runJobs.ts';
