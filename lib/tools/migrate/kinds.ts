// Maps the name of each kind of change to its implementation.
import type { SchemaChange, ChangeKind, ChangeOf } from './types.ts';
import { exclusive, unique } from './kindChecks.ts';
import { collection, typeRemoved } from './kindCollections.ts';
import { draftsOff, draftsOn } from './kindDrafts.ts';
import { localesOff, localesOn } from './kindLocales.ts';
import { moved } from './kindMoved.ts';
import { single } from './kindSingle.ts';
import { componentRemoved, componentRenamed, narrowed } from './kindZones.ts';
import { filled, removed, renamed, retyped, stricter, typeRenamed } from './kindValues.ts';

const changeKinds: { readonly [K in SchemaChange['kind']]: ChangeKind<ChangeOf<K>> } = {
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

/** The kind of the change; its functions accept only changes of that kind. */
export const changeKindOf = (change: SchemaChange): ChangeKind => changeKinds[change.kind] as unknown as ChangeKind;
