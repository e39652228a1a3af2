// Prepares writes on behalf of a caller: checks the body, and adds the caller's conditions and the project's hooks. `runWrite` or
// `writeOnce` runs them.
import type { Caller } from '../../platform/access/index.ts';
import type { DocumentsAccess } from '../../platform/extensions/index.ts';
import type { Service } from '../../platform/service.ts';
import { callerWrites } from './callerWrites.ts';
import { documentsAccessOf, separateOperations } from './documents.ts';
import { hooksFor } from './hooks.ts';

export { hooksFor } from './hooks.ts';
export { untilAborted } from './untilAborted.ts';

const writes = callerWrites(hooksFor);
export const { prepareCallerCreate, prepareCallerUpdate, prepareCallerTransition, prepareCallerDelete } = writes;

/** The documents service outside of a write: each operation is by itself. */
export const documentsFor = (service: Service, caller: Caller): DocumentsAccess =>
  documentsAccessOf({ service, caller, writes, operations: separateOperations(service) });
