// Assigns a slot to each attribute that may contain a type of component.
import { createHash } from 'node:crypto';
import { componentOf, componentsIn, type Attribute, type ContentType, type Schema } from '../../schema/index.ts';

/**
 * The share of an attribute in the ids of a component type. Versions of different content types may have the same id, so
 * each attribute of a content type that may contain the component has its own slot.
 */
export interface Slot {
  readonly slot: number;
  /** The number of slots of the component type: a power of two. */
  readonly slots: number;
}

const minSlots = 64;

/** A hash chooses the slot, so that a new content type seldom changes the ids in others. */
const assignSlots = (keys: readonly string[]): ReadonlyMap<string, Slot> => {
  let slots = minSlots;
  while (slots < 2 * keys.length) slots *= 2;
  const taken = new Set<number>();
  return new Map(
    [...keys].sort().map((key) => {
      let slot = createHash('sha256').update(key).digest().readUInt32BE() % slots;
      while (taken.has(slot)) slot = (slot + 1) % slots;
      taken.add(slot);
      return [key, { slot, slots }];
    }),
  );
};

/** The components that an attribute may contain, at any depth. */
const addReachable = (attribute: Attribute, schema: Schema, found: Set<string>): ReadonlySet<string> => {
  for (const uid of componentsIn(attribute).filter((one) => !found.has(one))) {
    found.add(uid);
    for (const inner of componentOf(schema, uid).attributes.values()) addReachable(inner, schema, found);
  }
  return found;
};

const keyOf = ({ uid }: Pick<ContentType, 'uid'>, { name }: Pick<Attribute, 'name'>): string => `${uid}.${name}`;

/** By component type and attribute. */
type Slots = ReadonlyMap<string, ReadonlyMap<string, Slot>>;

const slotsOf = (schema: Schema): Slots => {
  const keys = new Map<string, string[]>();
  for (const type of schema.types.values())
    for (const attribute of type.attributes.values())
      for (const uid of addReachable(attribute, schema, new Set()))
        keys.set(uid, [...(keys.get(uid) ?? []), keyOf(type, attribute)]);
  return new Map([...keys].map(([uid, of]) => [uid, assignSlots(of)]));
};

const knownSlots = new WeakMap<Schema, Slots>();

const cachedSlots = (schema: Schema): Slots => {
  const slots = knownSlots.get(schema) ?? slotsOf(schema);
  knownSlots.set(schema, slots);
  return slots;
};

/**
 * @param uid a component type
 * @param attribute an attribute of the content type that may contain it
 */
export const slotOf = (schema: Schema, uid: string, type: ContentType, attribute: Pick<Attribute, 'name'>): Slot => {
  const found = cachedSlots(schema).get(uid)?.get(keyOf(type, attribute));
  if (found === undefined) throw new Error(`${keyOf(type, attribute)} cannot contain ${uid}`);
  return found;
};

/** All slots of the attributes of a content type: when they change, so do the ids of its components. */
export const slotsIn = (schema: Schema, { uid }: ContentType): readonly unknown[] =>
  [...cachedSlots(schema)].flatMap(([component, byAttribute]) =>
    [...byAttribute].flatMap(([key, { slot, slots }]) =>
      key.startsWith(`${uid}.`) ? [[component, key, slot, slots]] : [],
    ),
  );
