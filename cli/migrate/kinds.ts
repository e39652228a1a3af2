// Maps the name of each kind of change to its implementation.
import { isDeferred } from './copiedValues.ts';
import type { SchemaChange, ChangeKind, ChangeOf, MigrationPlan } from './types.ts';
import { exclusiveChange, uniqueChange } from './kindChecks.ts';
import { collectionChange, typeRemovedChange, singleChange } from './kindCollections.ts';
import { draftsOffChange, draftsOnChange } from './kindDrafts.ts';
import { localesOffChange, localesOnChange } from './kindLocales.ts';
import { movedChange } from './kindMoved.ts';
import { componentRemovedChange, componentRenamedChange, narrowedChange } from './kindZones.ts';
import {
  defaultChange,
  removedChange,
  renamedChange,
  retypedChange,
  stricterChange,
  typeRenamedChange,
} from './kindValues.ts';

const changeKinds: { readonly [K in SchemaChange['kind']]: ChangeKind<ChangeOf<K>> } = {
  renamed: renamedChange,
  removed: removedChange,
  retyped: retypedChange,
  narrowed: narrowedChange,
  stricter: stricterChange,
  unique: uniqueChange,
  exclusive: exclusiveChange,
  default: defaultChange,
  moved: movedChange,
  'component renamed': componentRenamedChange,
  'component removed': componentRemovedChange,
  'type renamed': typeRenamedChange,
  'type removed': typeRemovedChange,
  collection: collectionChange,
  single: singleChange,
  'drafts on': draftsOnChange,
  'drafts off': draftsOffChange,
  'locales on': localesOnChange,
  'locales off': localesOffChange,
};

/** The kind of the change; its functions accept only changes of that kind. */
export const changeKindOf = (change: SchemaChange): ChangeKind => changeKinds[change.kind] as unknown as ChangeKind;

/** Whether a change requires a migration if documents have what it changes. */
export const isPressing = (change: SchemaChange): boolean => changeKindOf(change).level(change) === 'must';

/** Whether a change is made at once, also beside previous servers: they do not read it right, and no phase takes it back. */
export const isLasting = (change: SchemaChange, plan: MigrationPlan): boolean =>
  isPressing(change) && change.kind !== 'default' && !isDeferred(change, plan);
