// Body to canonical form: unknown keys refused, scalars coerced, links parsed, components filled with their defaults.
import { invalidKey } from '../../errors.ts';
import {
  isObject,
  type Attribute,
  type Attributes,
  type Component,
  type ComponentAttribute,
  type JsonObject,
} from '../../schema/index.ts';
import { coerce } from './coerce.ts';
import { linksOf } from './links.ts';
import { keyPath, type Path } from './paths.ts';
import type { Reading } from './reading.ts';

/** Files hang below what may be written. */
const isSeen = ({ sees }: Reading, attribute: Attribute): boolean =>
  attribute.kind !== 'relation' || attribute.type !== 'relation' || sees(attribute.target);

const readAttributes = (reading: Reading, attributes: Attributes, keys: JsonObject, path: Path): JsonObject =>
  Object.fromEntries(
    Object.entries(keys).map(([key, value]) => {
      const attribute = attributes.get(key);
      if (attribute === undefined || !isSeen(reading, attribute)) throw invalidKey(key, keyPath(path), 'body');
      return [key, readValue(reading, attribute, value, [...path, key])];
    }),
  );

/** A value of the wrong form stays as it is: validate.ts finds it. */
const readValue = (reading: Reading, attribute: Attribute, value: unknown, path: Path): unknown => {
  switch (attribute.kind) {
    case 'scalar':
      return coerce[attribute.type](value);
    case 'relation':
    case 'morph':
      return linksOf(reading, attribute, value, path);
    case 'component':
      return readComponents(reading, attribute, value, path);
    case 'dynamiczone':
      return eachEntry(value, path, (entry, at) => readEntry(reading, entry, at));
  }
};

const eachEntry = (value: unknown, path: Path, read: (entry: JsonObject, at: Path) => unknown): unknown =>
  Array.isArray(value)
    ? value.map((entry: unknown, index) => (isObject(entry) ? read(entry, [...path, String(index)]) : entry))
    : value;

const readComponents = (reading: Reading, attribute: ComponentAttribute, value: unknown, path: Path): unknown => {
  const component = reading.schema.components.get(attribute.component);
  if (component === undefined) throw new Error(`the schema has no ${attribute.component}`);
  const read = (entry: JsonObject, at: Path): JsonObject => readComponent(reading, component, entry, at);
  if (attribute.repeatable) return eachEntry(value, path, read);
  return isObject(value) ? read(value, path) : value;
};

/** Of a zone; one that names no component stays as it is. */
const readEntry = (reading: Reading, entry: JsonObject, path: Path): JsonObject => {
  const { __component: uid, ...rest } = entry;
  const component = typeof uid === 'string' ? reading.schema.components.get(uid) : undefined;
  return component === undefined ? entry : { __component: uid, ...readComponent(reading, component, rest, path) };
};

const readComponent = (reading: Reading, component: Component, value: JsonObject, path: Path): JsonObject => {
  const { id, ...rest } = value;
  if (id !== undefined) reading.identified.push(keyPath(path));
  return { ...defaultsOf(component.attributes), ...readAttributes(reading, component.attributes, rest, path) };
};

/** The default values of a holder's own scalars, in canonical form. */
export const defaultsOf = (attributes: Attributes): JsonObject =>
  Object.fromEntries(
    [...attributes.values()].flatMap((attribute) =>
      attribute.kind === 'scalar' && attribute.default !== undefined
        ? [[attribute.name, coerce[attribute.type](attribute.default)]]
        : [],
    ),
  );

/** What `data` may hold beside attributes, to no effect: as the reference has it. */
const ignored = new Set(['publishedAt', 'locale']);

/**
 * @param data as guard.ts let it pass
 * @returns the attributes it gives, in canonical form (see coerce.ts), links as LinkEdit
 * @throws ApiError 400 for the first unknown key
 */
export const readBody = (reading: Reading, attributes: Attributes, data: JsonObject): JsonObject => {
  const own = Object.entries(data).filter(([key]) => attributes.has(key) || !ignored.has(key));
  return readAttributes(reading, attributes, Object.fromEntries(own), []);
};
