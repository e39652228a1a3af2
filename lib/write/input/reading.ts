// Holds what the reading of one body collects.
import type { InvalidValue } from '../../errors.ts';
import type { Schema } from '../../schema/index.ts';

/** The state of one reading; its lists grow. */
export interface Reading {
  readonly schema: Schema;
  /** Invalid links. */
  readonly faults: InvalidValue[];
  /** Whether the caller may find documents of a type; for the caller, relations to other types do not exist. */
  readonly mayFind: (uid: string) => boolean;
  /** The paths of components with an `id`. */
  readonly identified: string[];
}
