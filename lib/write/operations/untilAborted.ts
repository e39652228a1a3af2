// Ends the `documents` service of project code when its time is over.
import type { Documents, UntypedDocuments } from '../../platform/extensions/index.ts';

/** @returns the same service, whose functions reject once the signal is aborted: late code must not write any more */
export const untilAborted = (documents: Documents, signal: AbortSignal): Documents => {
  const functions = Object.entries(documents as UntypedDocuments) as [
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
