// The writes of requests: those of callers, with the project's hooks, and the documents service outside of a write.
import type { Caller } from '../../platform/access/index.ts';
import type { DocumentsAccess, Documents } from '../../platform/extensions/index.ts';
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

/** @returns the same access, whose functions reject once the signal is aborted: late code must not write any more */
export const untilAborted = (access: DocumentsAccess, signal: AbortSignal): DocumentsAccess => {
  const check = (): void => {
    if (signal.aborted) throw new Error('the time of the handler is over: its documents can no longer be used');
  };
  const limited = (documents: Documents): Documents => {
    const functions = Object.entries(documents) as [string, (...args: unknown[]) => Promise<unknown>][];
    const checked = functions.map(([name, run]) => [
      name,
      async (...args: unknown[]) => {
        check();
        return run(...args);
      },
    ]);
    // The casts are safe: the functions are the same.
    return Object.fromEntries(checked) as Documents;
  };
  return {
    asCaller: limited(access.asCaller),
    asSystem: limited(access.asSystem),
    transaction: async (work) => {
      check();
      return access.transaction((inner) => work(untilAborted(inner, signal)));
    },
  };
};
