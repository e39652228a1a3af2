// Keeps stored passwords when a body replaces the component that holds them: reads never give them, so no client can send them back.
import {
  componentOf,
  componentsIn,
  isOwningSide,
  type Attribute,
  type Attributes,
  type Schema,
} from '../../../schema/index.ts';
import type { Link, StoredComponent } from '../../../platform/db/index.ts';
import { isSameStored } from './changedPaths.ts';
import { hasPasswordAttributes } from './passwords.ts';

type Values = Readonly<Record<string, unknown>>;

const listOf = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];

// The cast is safe: this folder wrote the stored components.
const componentsOf = (value: unknown): readonly StoredComponent[] => listOf(value) as readonly StoredComponent[];

const attributesOf = (schema: Schema, attribute: Attribute, { __component }: StoredComponent): Attributes =>
  componentOf(schema, __component ?? componentsIn(attribute)[0] ?? '').attributes;

/** The values that a client can read, in a form that can be compared. Links differ in their order on the other side. */
const readable = (schema: Schema, attribute: Attribute, value: unknown): unknown => {
  if (attribute.type === 'password') return null;
  if (isOwningSide(attribute)) return listOf(value).map((link) => (link as Link).to);
  if (componentsIn(attribute).length === 0) return value ?? null;
  return componentsOf(value).map((part) => readableParts(schema, attribute, part));
};

const readableParts = (schema: Schema, attribute: Attribute, part: StoredComponent): readonly unknown[] => [
  part.__component ?? null,
  ...[...attributesOf(schema, attribute, part).values()].map((inner) => readable(schema, inner, part[inner.name])),
];

const keepInValue = (schema: Schema, attribute: Attribute, before: unknown, after: unknown): unknown => {
  if (before === after || componentsIn(attribute).length === 0) return after;
  const keep = (stored: StoredComponent, part: StoredComponent): Values =>
    keepPasswords(schema, attributesOf(schema, attribute, part), stored, part);
  if (!Array.isArray(after)) {
    const [[stored], [part]] = [componentsOf(before), componentsOf(after)];
    return stored === undefined || part === undefined ? after : keep(stored, part);
  }
  // Entries of lists have no identity. Only one that did not change is known for certain: no entry gets the password of another.
  const left = componentsOf(before).map((stored) => ({ stored, values: readableParts(schema, attribute, stored) }));
  return componentsOf(after).map((part) => {
    const values = readableParts(schema, attribute, part);
    const at = left.findIndex((one) => isSameStored(one.values, values));
    const [found] = at === -1 ? [] : left.splice(at, 1);
    return found === undefined ? part : keep(found.stored, part);
  });
};

/**
 * @param before the stored values
 * @param after the values with the body applied
 * @returns `after`, with the stored passwords that the body does not contain: those of a component in the same attribute, and
 *   in lists those of entries that did not change otherwise
 */
export const keepPasswords = (schema: Schema, attributes: Attributes, before: Values, after: Values): Values => {
  if (!hasPasswordAttributes(attributes, schema)) return after;
  const kept = [...attributes.values()].flatMap((attribute): readonly (readonly [string, unknown])[] => {
    const { name } = attribute;
    if (attribute.type === 'password')
      return after[name] === undefined && before[name] !== undefined ? [[name, before[name]]] : [];
    return after[name] === undefined ? [] : [[name, keepInValue(schema, attribute, before[name], after[name])]];
  });
  return { ...after, ...Object.fromEntries(kept) };
};
