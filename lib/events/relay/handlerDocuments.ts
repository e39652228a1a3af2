// The `documents` service of event handlers.
import { administrator } from '../../platform/access/index.ts';
import type { Documents, UntypedDocuments } from '../../platform/extensions/index.ts';
import type { Service } from '../../platform/service.ts';
import { documentsFor } from '../../write/operations/index.ts';

/**
 * Reads and writes as the system until the signal aborts: a handler whose time is over must not write after the handlers
 * of later events.
 */
export const handlerDocuments = (service: Service, signal: AbortSignal): Documents => {
  const { asSystem } = documentsFor(service, administrator);
  const functions = Object.entries(asSystem as UntypedDocuments) as [
    string,
    (...args: unknown[]) => Promise<unknown>,
  ][];
  const limited = functions.map(([name, run]) => [
    name,
    // eslint-disable-next-line @typescript-eslint/require-await -- an error must reject the promise
    async (...args: unknown[]) => {
      if (signal.aborted) throw new Error('the time of the handler is over: its documents can no longer be used');
      return run(...args);
    },
  ]);
  // The casts are safe: the functions are the same.
  return Object.fromEntries(limited) as Documents;
};
