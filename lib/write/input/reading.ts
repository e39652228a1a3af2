// What is gathered while a body is read.
import type { InvalidValue } from '../../errors.ts';
import type { Schema } from '../../schema/index.ts';

/** Local to one reading; the lists grow as it goes. */
export interface Reading {
  readonly schema: Schema;
  /** Links that cannot be understood. */
  readonly faults: InvalidValue[];
  /** Whether who writes may find documents of that type: a relation to others is no key of theirs. */
  readonly sees: (uid: string) => boolean;
  /** Where components came with an `id`. */
  readonly identified: string[];
}
