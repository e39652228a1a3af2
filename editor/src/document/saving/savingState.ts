// What the form says of its saving.
import type { Fault } from '../../api/client.ts';
import type { Conflict } from './merge.ts';

/**
 * `saved`: the API has all values. `waiting`: no answer came, or the session ended; the saver tries again. `refused`: the
 * API does not accept the values. `conflict`: somebody else changed the same attributes, and the user has to choose.
 */
export type SavingState =
  | { readonly kind: 'saved' | 'changed' | 'saving' | 'waiting' }
  | { readonly kind: 'refused'; readonly others: readonly Fault[] }
  | { readonly kind: 'conflict'; readonly conflicts: readonly Conflict[] }
  | { readonly kind: 'failed'; readonly error: unknown };
