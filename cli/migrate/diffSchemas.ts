// Computes the changes between the schema of the stored documents and a new schema.
import {
  isOwningSide,
  type Attribute,
  type ContentType,
  type AttributeHolder,
  type Schema,
} from '../../lib/schema/index.ts';
import { withDefaults } from '../../lib/write/input/index.ts';
import { resolveMigrationOptions, type ResolvedOptions } from './migrationOptions.ts';
import { diffAttribute, holdsData, diffType } from './diffType.ts';
import { findSchemaElement } from './schemaElements.ts';
import type { MigrationOptions, SchemaChange, MigrationPlan } from './types.ts';

const holdersOf = ({ types, components }: Schema): readonly AttributeHolder[] => [
  ...types.values(),
  ...components.values(),
];

/** @returns the type or component in the new schema; undefined if it no longer exists */
const findSuccessor = (
  holder: AttributeHolder,
  next: Schema,
  { renames }: ResolvedOptions,
): AttributeHolder | undefined =>
  'singularName' in holder
    ? next.types.get(renames.types.get(holder.uid) ?? holder.uid)
    : next.components.get(renames.components.get(holder.uid) ?? holder.uid);

const diffHolder = (
  holder: AttributeHolder,
  newHolder: AttributeHolder,
  base: Schema,
  next: Schema,
  options: ResolvedOptions,
): readonly SchemaChange[] => {
  const names = options.renames.attributes.get(holder.uid) ?? new Map<string, string>();
  const at = { holder: holder.uid };
  const existingAttributes = [...holder.attributes.values()].flatMap((from): readonly SchemaChange[] => {
    const { name } = from;
    const to = names.get(name);
    const newAttribute = newHolder.attributes.get(to ?? name);
    const drop = options.drops(holder.uid, name);
    if (newAttribute === undefined) return holdsData(from) ? [{ kind: 'removed', ...at, name, drop }] : [];
    const renamed: readonly SchemaChange[] =
      to === undefined || !holdsData(from) ? [] : [{ kind: 'renamed', ...at, name, to, drop }];
    return [
      ...diffAttribute({ from, to: newAttribute, holder, base, next, renames: options.renames, drop }),
      ...renamed,
    ];
  });
  const known = new Set([...holder.attributes.keys()].map((name) => names.get(name) ?? name));
  const isNew = ({ name }: Attribute): boolean => !known.has(name);
  const newDefaults = [...newHolder.attributes.values()].flatMap((attribute): readonly SchemaChange[] => {
    const { name } = attribute;
    const fill = options.fills.some((place) => place.holder === newHolder.uid && place.attribute === name);
    if (attribute.kind !== 'scalar' || attribute.default === undefined || (!fill && !isNew(attribute))) return [];
    return [{ kind: 'default', ...at, name, value: storedDefault(attribute, next), fill }];
  });
  return [...existingAttributes, ...newDefaults];
};

/** The default as it is stored. */
const storedDefault = (attribute: Attribute, next: Schema): unknown => {
  const stored = withDefaults(next, new Map([[attribute.name, attribute]]), new Map()).get(attribute.name);
  return stored?.kind === 'scalar' ? stored.value : null;
};

/** Relations whose links the other side stores in the new schema: one change per relation. */
const findMoves = (base: Schema, next: Schema, { renames }: ResolvedOptions): readonly SchemaChange[] => {
  const newType = (uid: string): ContentType | undefined => next.types.get(renames.types.get(uid) ?? uid);
  const oldUids = new Map([...base.types.keys()].map((uid) => [renames.types.get(uid) ?? uid, uid]));
  const newName = (uid: string, name: string): string => renames.attributes.get(uid)?.get(name) ?? name;
  return [...base.types.values()].flatMap((type) =>
    [...type.attributes.values()].flatMap((from): readonly SchemaChange[] => {
      if (from.kind !== 'relation' || from.type !== 'relation' || !isOwningSide(from)) return [];
      const newAttribute = newType(type.uid)?.attributes.get(newName(type.uid, from.name));
      const other = from.side.inversedBy;
      const inverse =
        other === undefined ? undefined : newType(from.target)?.attributes.get(newName(from.target, other));
      const owner = oldUids.get(renames.types.get(from.target) ?? from.target);
      if (owner === undefined) return [];
      const move = (as: string): readonly SchemaChange[] => [
        { kind: 'moved', holder: type.uid, name: from.name, owner, as },
      ];
      if (newAttribute?.kind === 'relation' && newAttribute.side.holds === 'nothing' && !newAttribute.side.polymorphic)
        return move(newAttribute.side.mappedBy);
      // The owning side is removed; the former inverse side stores the links now.
      return newAttribute === undefined && inverse?.kind === 'relation' && isOwningSide(inverse)
        ? move(inverse.name)
        : [];
    }),
  );
};

const diffComponents = (base: Schema, next: Schema, options: ResolvedOptions): readonly SchemaChange[] => {
  // Only dynamic zones store the uid of a component.
  const inZones = new Set(
    holdersOf(base).flatMap(({ attributes }) =>
      [...attributes.values()].flatMap((attribute) => (attribute.kind === 'dynamiczone' ? attribute.components : [])),
    ),
  );
  return [...base.components.keys()].flatMap((uid): readonly SchemaChange[] => {
    const to = options.renames.components.get(uid);
    if (to !== undefined) return [{ kind: 'component renamed', holder: uid, to }];
    return next.components.has(uid) || !inZones.has(uid)
      ? []
      : [{ kind: 'component removed', holder: uid, drop: options.drops(uid) }];
  });
};

/** Whether --drop names something that exists and that no change removes. */
const isIdle = (text: string, base: Schema, changes: readonly SchemaChange[]): boolean => {
  const element = findSchemaElement(base, text);
  const isChangeOfElement = (change: SchemaChange): boolean =>
    'drop' in change &&
    change.holder === element?.holder &&
    ('name' in change ? change.name : undefined) === element.attribute;
  return element !== undefined && !changes.some(isChangeOfElement);
};

/**
 * @param base the schema of the stored documents
 * @param next the new schema
 * @returns the changes, in the order in which a document undergoes them
 * @throws Error when an option names something that the schemas do not have
 */
export const diffSchemas = (base: Schema, next: Schema, options: MigrationOptions): MigrationPlan => {
  const resolved = resolveMigrationOptions(options, base, next);
  const moved = findMoves(base, next, resolved);
  const isMoved = (change: SchemaChange): boolean =>
    change.kind === 'removed' &&
    moved.some((one) => one.kind === 'moved' && one.holder === change.holder && one.name === change.name);
  const changes = holdersOf(base).flatMap((holder): readonly SchemaChange[] => {
    const now = findSuccessor(holder, next, resolved);
    const own = now === undefined ? [] : diffHolder(holder, now, base, next, resolved);
    return 'singularName' in holder ? [...diffType(holder, now, resolved, next), ...own] : own;
  });
  const all = [...changes.filter((change) => !isMoved(change)), ...diffComponents(base, next, resolved), ...moved];
  const idle = [
    ...resolved.idle,
    ...options.drop.filter((text) => isIdle(text, base, all)).map((text) => `--drop ${text}`),
  ];
  return { base, next, renames: resolved.renames, idle, changes: all.toSorted((a, b) => rank(a) - rank(b)) };
};

/** First the changes that convert and remove by the old names, then the renames, then the changes by the new names. */
const rank = ({ kind }: SchemaChange): number => (kind === 'renamed' ? 1 : kind === 'default' ? 2 : 0);
