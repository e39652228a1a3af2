// Computes the changes between the schema of the stored documents and a new schema.
import { isOwningSide, type Attribute, type ContentType, type AttributeHolder, type Schema } from '../../schema/index.ts';
import { withDefaults } from '../../write/input/index.ts';
import { wishesOf, type Wishes } from './migrationOptions.ts';
import { changesOfAttribute, holdsData } from './diffAttributes.ts';
import { changesOfType } from './diffTypes.ts';
import { placeNamed } from './places.ts';
import type { Asked, Change, Plan } from './types.ts';

const holdersOf = ({ types, components }: Schema): readonly AttributeHolder[] => [...types.values(), ...components.values()];

/** @returns the type or component in the new schema; undefined if it no longer exists */
const successor = (holder: AttributeHolder, next: Schema, { renames }: Wishes): AttributeHolder | undefined =>
  'singularName' in holder
    ? next.types.get(renames.types.get(holder.uid) ?? holder.uid)
    : next.components.get(renames.components.get(holder.uid) ?? holder.uid);

const ofHolder = (holder: AttributeHolder, now: AttributeHolder, base: Schema, next: Schema, wishes: Wishes): readonly Change[] => {
  const names = wishes.renames.attributes.get(holder.uid) ?? new Map<string, string>();
  const at = { holder: holder.uid };
  const before = [...holder.attributes.values()].flatMap((from): readonly Change[] => {
    const { name } = from;
    const to = names.get(name);
    const successorOf = now.attributes.get(to ?? name);
    const drop = wishes.drops(holder.uid, name);
    if (successorOf === undefined) return holdsData(from) ? [{ kind: 'removed', ...at, name, drop }] : [];
    const renamed: readonly Change[] =
      to === undefined || !holdsData(from) ? [] : [{ kind: 'renamed', ...at, name, to }];
    return [
      ...changesOfAttribute({ from, to: successorOf, holder, base, next, renames: wishes.renames, drop }),
      ...renamed,
    ];
  });
  const known = new Set([...holder.attributes.keys()].map((name) => names.get(name) ?? name));
  const isNew = ({ name }: Attribute): boolean => !known.has(name);
  const fresh = [...now.attributes.values()].flatMap((attribute): readonly Change[] => {
    const { name } = attribute;
    const fill = wishes.fills.some((place) => place.holder === now.uid && place.attribute === name);
    if (attribute.kind !== 'scalar' || attribute.default === undefined || (!fill && !isNew(attribute))) return [];
    return [{ kind: 'default', ...at, name, value: defaultOf(attribute, next), fill }];
  });
  return [...before, ...fresh];
};

/** The default as it is stored. */
const defaultOf = (attribute: Attribute, next: Schema): unknown => {
  const given = withDefaults(next, new Map([[attribute.name, attribute]]), new Map()).get(attribute.name);
  return given?.kind === 'scalar' ? given.value : null;
};

/** Relations whose links the other side stores in the new schema: one change per relation. */
const moves = (base: Schema, next: Schema, { renames }: Wishes): readonly Change[] => {
  const typeNow = (uid: string): ContentType | undefined => next.types.get(renames.types.get(uid) ?? uid);
  const before = new Map([...base.types.keys()].map((uid) => [renames.types.get(uid) ?? uid, uid]));
  const nameNow = (uid: string, name: string): string => renames.attributes.get(uid)?.get(name) ?? name;
  return [...base.types.values()].flatMap((type) =>
    [...type.attributes.values()].flatMap((from): readonly Change[] => {
      if (from.kind !== 'relation' || from.type !== 'relation' || !isOwningSide(from)) return [];
      const now = typeNow(type.uid)?.attributes.get(nameNow(type.uid, from.name));
      const other = from.side.holds === 'links' ? from.side.inversedBy : undefined;
      const shown = other === undefined ? undefined : typeNow(from.target)?.attributes.get(nameNow(from.target, other));
      const owner = before.get(renames.types.get(from.target) ?? from.target);
      if (owner === undefined) return [];
      const move = (as: string): readonly Change[] => [{ kind: 'moved', holder: type.uid, name: from.name, owner, as }];
      if (now?.kind === 'relation' && now.side.holds === 'nothing' && !now.side.polymorphic)
        return move(now.side.mappedBy);
      // The owning side is removed; the former inverse side stores the links now.
      return now === undefined && shown?.kind === 'relation' && isOwningSide(shown) ? move(shown.name) : [];
    }),
  );
};

const componentsOf = (base: Schema, next: Schema, wishes: Wishes): readonly Change[] => {
  // Only dynamic zones store the uid of a component.
  const inZones = new Set(
    holdersOf(base).flatMap(({ attributes }) =>
      [...attributes.values()].flatMap((attribute) => (attribute.kind === 'dynamiczone' ? attribute.components : [])),
    ),
  );
  return [...base.components.keys()].flatMap((uid): readonly Change[] => {
    const to = wishes.renames.components.get(uid);
    if (to !== undefined) return [{ kind: 'component renamed', holder: uid, to }];
    return next.components.has(uid) || !inZones.has(uid)
      ? []
      : [{ kind: 'component removed', holder: uid, drop: wishes.drops(uid) }];
  });
};

/** Whether --drop names something that exists and that no change removes. */
const isIdle = (text: string, base: Schema, changes: readonly Change[]): boolean => {
  const place = placeNamed(base, text);
  const isOfIt = (change: Change): boolean =>
    'drop' in change &&
    change.holder === place?.holder &&
    ('name' in change ? change.name : undefined) === place.attribute;
  return place !== undefined && !changes.some(isOfIt);
};

/**
 * @param base the schema of the stored documents
 * @param next the new schema
 * @returns the changes, in the order in which a document undergoes them
 * @throws Error when an option names something that the schemas do not have
 */
export const planOf = (base: Schema, next: Schema, asked: Asked): Plan => {
  const wishes = wishesOf(asked, base, next);
  const moved = moves(base, next, wishes);
  const isMoved = (change: Change): boolean =>
    change.kind === 'removed' &&
    moved.some((one) => one.kind === 'moved' && one.holder === change.holder && one.name === change.name);
  const changes = holdersOf(base).flatMap((holder): readonly Change[] => {
    const now = successor(holder, next, wishes);
    const own = now === undefined ? [] : ofHolder(holder, now, base, next, wishes);
    return 'singularName' in holder ? [...changesOfType(holder, now, wishes, next), ...own] : own;
  });
  const all = [...changes.filter((change) => !isMoved(change)), ...componentsOf(base, next, wishes), ...moved];
  const idle = [
    ...wishes.idle,
    ...asked.drop.filter((text) => isIdle(text, base, all)).map((text) => `--drop ${text}`),
  ];
  return { base, next, renames: wishes.renames, idle, changes: all.toSorted((a, b) => rank(a) - rank(b)) };
};

/** First the changes that convert and remove by the old names, then the renames, then the changes by the new names. */
const rank = ({ kind }: Change): number => (kind === 'renamed' ? 1 : kind === 'default' ? 2 : 0);
