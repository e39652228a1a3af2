// The writes of requests: those of callers, with the project's hooks.
import type { Caller } from '../../platform/access/index.ts';
import type { DocumentsAccess } from '../../platform/extensions/index.ts';
import type { Service } from '../../platform/service.ts';
import * as writes from './callerWrites.ts';
import { documentsAccessOf } from './documents.ts';
import { hooksFor } from './hooks.ts';
import { separateOperations } from './transactionOperations.ts';

type CallerWrites = writes.CallerWrites;

// Each by itself: the bundle of a function contains only those that it uses.
export const prepareCallerCreate: CallerWrites['prepareCallerCreate'] = (...rest) =>
  writes.prepareCallerCreate(hooksFor, ...rest);
export const prepareCallerUpdate: CallerWrites['prepareCallerUpdate'] = (...rest) =>
  writes.prepareCallerUpdate(hooksFor, ...rest);
export const prepareCallerTransition: CallerWrites['prepareCallerTransition'] = (...rest) =>
  writes.prepareCallerTransition(hooksFor, ...rest);
export const prepareCallerDelete: CallerWrites['prepareCallerDelete'] = (...rest) =>
  writes.prepareCallerDelete(hooksFor, ...rest);

/** The documents service outside of a write: each operation is by itself, except in its `transaction`. */
export const documentsFor = (service: Service, caller: Caller): DocumentsAccess =>
  documentsAccessOf({
    service,
    caller,
    writes: writes.callerWrites(hooksFor),
    operations: separateOperations(service),
  });
