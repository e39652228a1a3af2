// The writes of callers with the project's hooks.
import type { HooksFor } from './context.ts';
import { prepareCallerCreate } from './create.ts';
import { prepareCallerDelete } from './delete.ts';
import { prepareCallerTransition } from './transition.ts';
import { prepareCallerUpdate } from './update.ts';

type Bound<F> = F extends (hooksFor: HooksFor, ...rest: infer R) => infer T ? (...rest: R) => T : never;

/** The functions of this folder, which prepare the writes of callers, and the hooks that these writes cause. */
export interface CallerWrites {
  readonly hooksFor: HooksFor;
  readonly prepareCallerCreate: Bound<typeof prepareCallerCreate>;
  readonly prepareCallerUpdate: Bound<typeof prepareCallerUpdate>;
  readonly prepareCallerTransition: Bound<typeof prepareCallerTransition>;
  readonly prepareCallerDelete: Bound<typeof prepareCallerDelete>;
}

/** @param hooksFor a parameter, because hooks write documents too, with the same functions */
export const callerWrites = (hooksFor: HooksFor): CallerWrites => ({
  hooksFor,
  prepareCallerCreate: (...rest) => prepareCallerCreate(hooksFor, ...rest),
  prepareCallerUpdate: (...rest) => prepareCallerUpdate(hooksFor, ...rest),
  prepareCallerTransition: (...rest) => prepareCallerTransition(hooksFor, ...rest),
  prepareCallerDelete: (...rest) => prepareCallerDelete(hooksFor, ...rest),
});
