// Prepares writes on behalf of a caller: checks the body, and adds the caller's conditions and the project's hooks. `runWrite` or
// `writeOnce` runs them.
import type { Caller } from '../../platform/access/index.ts';
import type { DocumentsAccess } from '../../platform/extensions/index.ts';
import type { Service } from '../../platform/service.ts';
import { callerWrites, type CallerWrites } from './callerWrites.ts';
import * as create from './create.ts';
import * as remove from './delete.ts';
import { documentsAccessOf } from './documents.ts';
import { hooksFor } from './hooks.ts';
import { separateOperations } from './transactionOperations.ts';
import * as transition from './transition.ts';
import * as update from './update.ts';

export { useBuiltInWriters, type BuiltInWriteContext, type BuiltInWriter } from './builtInWriters.ts';
export type { HooksFor } from './context.ts';
export { hooksFor } from './hooks.ts';
export { untilAborted } from './untilAborted.ts';

// Each by itself: the bundle of a function contains only those that it uses.
export const prepareCallerCreate: CallerWrites['prepareCallerCreate'] = (...rest) =>
  create.prepareCallerCreate(hooksFor, ...rest);
export const prepareCallerUpdate: CallerWrites['prepareCallerUpdate'] = (...rest) =>
  update.prepareCallerUpdate(hooksFor, ...rest);
export const prepareCallerTransition: CallerWrites['prepareCallerTransition'] = (...rest) =>
  transition.prepareCallerTransition(hooksFor, ...rest);
export const prepareCallerDelete: CallerWrites['prepareCallerDelete'] = (...rest) =>
  remove.prepareCallerDelete(hooksFor, ...rest);

/** The documents service outside of a write: each operation is by itself, except in its `transaction`. */
export const documentsFor = (service: Service, caller: Caller): DocumentsAccess =>
  documentsAccessOf({ service, caller, writes: callerWrites(hooksFor), operations: separateOperations(service) });
