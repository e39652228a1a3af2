// Declares the state of reading one body.
import type { InvalidValue } from '../../errors.ts';
import type { Schema } from '../../schema/index.ts';

/** The state of reading one body; its lists grow. */
export interface InputContext {
  readonly schema: Schema;
  /** Invalid links. */
  readonly faults: InvalidValue[];
  /** Whether the caller may find documents of a type; for the caller, relations to other types do not exist. */
  readonly mayFind: (uid: string) => boolean;
  /** The paths of components with an `id`. */
  readonly identified: string[];
}
