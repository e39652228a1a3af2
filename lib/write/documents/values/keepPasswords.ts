// Keeps stored passwords when a body or a hook replaces the component that holds them: neither knows them, so neither can
// send them back.
import { componentsIn, isOwningSide, type Attribute, type Attributes, type Schema } from '../../../schema/index.ts';
import { componentsOf, linksOf, type StoredComponent } from '../../../platform/db/index.ts';
import { isSameStored } from './changedPaths.ts';
import { comparableValues, type CompareLeaf } from './comparableValues.ts';
import { componentAttributes } from './componentAttributes.ts';
import { hasPasswordAttributes } from './passwords.ts';

type Values = Readonly<Record<string, unknown>>;

/** What a client can read of a value. Links differ in their order on the other side. */
const readableValue: CompareLeaf = (attribute, value) => {
  if (attribute.type === 'password') return null;
  return isOwningSide(attribute) ? linksOf(value).map(({ to }) => to) : (value ?? null);
};

const keepInValue = (schema: Schema, attribute: Attribute, before: unknown, after: unknown): unknown => {
  if (before === after || componentsIn(attribute).length === 0) return after;
  const keep = (stored: StoredComponent, part: StoredComponent): Values =>
    keepPasswords(schema, componentAttributes(schema, attribute, part), stored, part);
  if (!Array.isArray(after)) {
    const [[stored], [part]] = [componentsOf(before), componentsOf(after)];
    return stored === undefined || part === undefined ? after : keep(stored, part);
  }
  // Entries of lists have no identity. Only one that did not change is known for certain: no entry gets the password of another.
  const readable = (part: StoredComponent): unknown => [
    part.__component,
    comparableValues(schema, attribute, part, readableValue),
  ];
  const left = componentsOf(before).map((stored) => ({ stored, values: readable(stored) }));
  return componentsOf(after).map((part) => {
    const values = readable(part);
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
