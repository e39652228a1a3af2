// Lists of documents that users save under a name.
export { listViewHandlers } from './handlers.ts';
