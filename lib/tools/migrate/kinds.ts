// Every kind of change, by its name.
import type { Change, Kind, Of } from './types.ts';
import { exclusive, unique } from './kindChecks.ts';
import { collection, typeRemoved } from './kindCollections.ts';
import { draftsOff, draftsOn } from './kindDrafts.ts';
import { localesOff, localesOn } from './kindLocales.ts';
import { moved } from './kindMoved.ts';
import { single } from './kindSingle.ts';
import { componentRemoved, componentRenamed, narrowed } from './kindZones.ts';
import { filled, removed, renamed, retyped, stricter, typeRenamed } from './kindValues.ts';

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
