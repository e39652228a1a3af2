// Prepares writes on behalf of a caller: checks the body, and adds the caller's conditions and the project's hooks. `runWrite` or
// `writeOnce` runs them.
export { useBuiltInWriters, type BuiltInWriteContext, type BuiltInWriter } from './builtInWriters.ts';
export type { HooksFor } from './callerWrites.ts';
export { hooksFor } from './hooks.ts';
export {
  documentsFor,
  prepareCallerCreate,
  prepareCallerDelete,
  prepareCallerTransition,
  prepareCallerUpdate,
  untilAborted,
} from './requestWrites.ts';
