// Keeps stored passwords when a body or a hook replaces the component that holds them: neither knows them, so neither can
// send them back.
import { componentsIn, isOwningSide, type Attribute, type Attributes, type Schema } from '../../../schema/index.ts';
import { componentsOf, linksOf, type StoredComponent } from '../../../platform/db/index.ts';
import { comparableEntries, type CompareLeaf } from './comparableEntries.ts';
import { componentAttributes } from './componentAttributes.ts';
import { pairCertainEntries } from './pairCertainEntries.ts';
import { hasPasswordAttributes } from './passwords.ts';

type Values = Readonly<Record<string, unknown>>;

/** What a client can read of a value. Links differ in their order on the other side. */
const readableValue: CompareLeaf = (attribute, value) => {
  if (attribute.type === 'password') return null;
  return isOwningSide(attribute) ? linksOf(value).map(({ to }) => to) : (value ?? null);
};

/** Whether a body sets a password in a component, at any depth; null sets one too. */
const setsPassword = (schema: Schema, attribute: Attribute, part: StoredComponent): boolean =>
  [...componentAttributes(schema, attribute, part).values()].some((inner) =>
    inner.type === 'password'
      ? part[inner.name] !== undefined
      : componentsIn(inner).length > 0 &&
        componentsOf(part[inner.name]).some((nested) => setsPassword(schema, inner, nested)),
  );

const keepInValue = (schema: Schema, attribute: Attribute, before: unknown, after: unknown): unknown => {
  if (before === after || componentsIn(attribute).length === 0) return after;
  const keep = (stored: StoredComponent, part: StoredComponent): Values =>
    keepPasswords(schema, componentAttributes(schema, attribute, part), stored, part);
  if (!Array.isArray(after)) {
    const [[stored], [part]] = [componentsOf(before), componentsOf(after)];
    return stored === undefined || part === undefined ? after : keep(stored, part);
  }
  const entries = comparableEntries(schema, attribute, after, readableValue);
  const pairs = pairCertainEntries(comparableEntries(schema, attribute, before, readableValue), entries, ({ part }) =>
    setsPassword(schema, attribute, part),
  );
  return entries.map((entry) => {
    const stored = pairs.get(entry);
    return stored === undefined ? entry.part : keep(stored.part, entry.part);
  });
};

/**
 * @param before the stored values
 * @param after the values with the body applied
 * @returns `after`, with the stored passwords that the body does not contain: those of a component in the same attribute, and
 *   in lists those of entries that are certainly the same: no entry gets the password of another
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
