// Counts event handlers that run because of each other: the writes of a handler cause events again, without end if they
// cause the event that it handles.
import { AsyncLocalStorage } from 'node:async_hooks';

const depths = new AsyncLocalStorage<number>();

/** Runs an event handler: the events of its writes get this depth. */
export const runAtEventDepth = <T>(depth: number, call: () => T): T => depths.run(depth, call);

/** The field of an event with its depth; none for events that no handler caused. */
export const eventDepth = (): { readonly depth?: number } => {
  const depth = depths.getStore();
  return depth === undefined ? {} : { depth };
};
