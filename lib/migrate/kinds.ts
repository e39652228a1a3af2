// Every kind of change, by its name.
import type { Change, Kind, Of } from './types.ts';
import { exclusive, unique } from './kind-checks.ts';
import { collection, typeRemoved } from './kind-collections.ts';
import { draftsOff, draftsOn } from './kind-drafts.ts';
import { localesOff, localesOn } from './kind-locales.ts';
import { moved } from './kind-moved.ts';
import { single } from './kind-single.ts';
import { componentRemoved, componentRenamed, narrowed } from './kind-zones.ts';
import { filled, removed, renamed, retyped, stricter, typeRenamed } from './kind-values.ts';

const kinds: { readonly [K in Change['kind']]: Kind<Of<K>> } = {
  renamed,
  removed,
  retyped,
  narrowed,
  stricter,
  unique,
  exclusive,
  default: filled,
  moved,
  'component renamed': componentRenamed,
  'component removed': componentRemoved,
  'type renamed': typeRenamed,
  'type removed': typeRemoved,
  collection,
  single,
  'drafts on': draftsOn,
  'drafts off': draftsOff,
  'locales on': localesOn,
  'locales off': localesOff,
};

/** The kind of a change, which takes it and no other. */
export const kindOf = (change: Change): Kind => kinds[change.kind] as unknown as Kind;
