// Ends the `documents` service of project code when its time is over.
import type { Documents, DocumentsAccess } from '../../platform/extensions/index.ts';

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
