// Declares the state of reading one body.
import type { InvalidValue } from '../../errors.ts';
import type { Schema } from '../../schema/index.ts';
import type { IdentifiedComponent } from './types.ts';

/** The state of reading one body; its lists grow. */
export interface InputContext {
  readonly schema: Schema;
  /** Invalid links. */
  readonly faults: InvalidValue[];
  /** Whether the caller may find documents of a type; for the caller, relations to other types do not exist. */
  readonly mayFind: (uid: string) => boolean;
  /** Whether attributes with `writable: false` do not exist for the caller. */
  readonly onlyWritable: boolean;
  /** Whether components may have an `id`. */
  readonly componentIds: boolean;
  /** The components with an `id`, without those inside new components. */
  readonly identified: IdentifiedComponent[];
}
