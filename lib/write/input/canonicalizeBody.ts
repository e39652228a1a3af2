// Reads a body into canonical form: refuses unknown keys, coerces scalars, parses links, fills the defaults of
// components.
import { invalid, invalidKey } from '../../errors.ts';
import {
  isObject,
  type Attribute,
  type Attributes,
  type Component,
  type ComponentAttribute,
  type JsonObject,
} from '../../schema/index.ts';
import { coerce } from './coerce.ts';
import { readLinks } from './readLinks.ts';
import { keyPath, type Path } from './paths.ts';
import type { InputContext } from './types.ts';

/** Files need no check here: whoever may write the document may attach them. */
const isVisible = ({ mayFind }: InputContext, attribute: Attribute): boolean =>
  attribute.kind !== 'relation' || attribute.type !== 'relation' || mayFind(attribute.target);

const readAttributes = (context: InputContext, attributes: Attributes, keys: JsonObject, path: Path): JsonObject =>
  Object.fromEntries(
    Object.entries(keys).map(([key, value]) => {
      const attribute = attributes.get(key);
      if (attribute === undefined || !isVisible(context, attribute)) throw invalidKey(key, keyPath(path), 'body');
      return [key, readValue(context, attribute, value, [...path, key])];
    }),
  );

/** Values of the wrong form stay as they are; validate.ts finds them. */
const readValue = (context: InputContext, attribute: Attribute, value: unknown, path: Path): unknown => {
  switch (attribute.kind) {
    case 'scalar':
      return coerce[attribute.type](value);
    case 'relation':
    case 'morph':
      return readLinks(context, attribute, value, path);
    case 'component':
      return readComponents(context, attribute, value, path);
    case 'dynamiczone':
      return mapEntries(value, path, (entry, at) => readEntry(context, entry, at));
  }
};

const mapEntries = (value: unknown, path: Path, read: (entry: JsonObject, at: Path) => unknown): unknown =>
  Array.isArray(value)
    ? value.map((entry: unknown, index) => (isObject(entry) ? read(entry, [...path, String(index)]) : entry))
    : value;

const readComponents = (context: InputContext, attribute: ComponentAttribute, value: unknown, path: Path): unknown => {
  const component = context.schema.components.get(attribute.component);
  if (component === undefined) throw new Error(`the schema has no ${attribute.component}`);
  const read = (entry: JsonObject, at: Path): JsonObject => readComponent(context, component, entry, at);
  if (attribute.repeatable) return mapEntries(value, path, read);
  return isObject(value) ? read(value, path) : value;
};

/** Reads an entry of a dynamic zone. An entry without a known component stays as it is. */
const readEntry = (context: InputContext, entry: JsonObject, path: Path): JsonObject => {
  const { __component: uid, ...rest } = entry;
  const component = typeof uid === 'string' ? context.schema.components.get(uid) : undefined;
  return component === undefined ? entry : { __component: uid, ...readComponent(context, component, rest, path) };
};

const readComponent = (context: InputContext, component: Component, value: JsonObject, path: Path): JsonObject => {
  const { id, ...rest } = value;
  const inside = id === undefined && !context.isNew ? { ...context, isNew: true } : context;
  return {
    ...defaultsOf(component.attributes),
    ...readAttributes(inside, component.attributes, rest, path),
    ...(inside.isNew ? {} : { id }),
  };
};

/** The defaults of a holder's own scalar attributes, in canonical form. */
export const defaultsOf = (attributes: Attributes): JsonObject =>
  Object.fromEntries(
    [...attributes.values()].flatMap((attribute) =>
      attribute.kind === 'scalar' && attribute.default !== undefined
        ? [[attribute.name, coerce[attribute.type](attribute.default)]]
        : [],
    ),
  );

/** Keys that `data` may contain without effect, as in Strapi. */
const ignoredKeys = new Set(['publishedAt', 'locale']);

/** As in Strapi, `writable` has no effect inside components. @throws ApiError 400 for an attribute that is not writable */
const refuseLockedAttributes = (attributes: Attributes, data: JsonObject): void => {
  const key = Object.keys(data).find((name) => attributes.get(name)?.writable === false);
  if (key !== undefined) throw invalid(`Invalid key ${key}`, { key, path: key, source: 'body' });
};

/**
 * @param data a value that `checkStructure` accepted
 * @returns the attributes in the body, in canonical form (see coerce.ts), links as LinkEdit
 * @throws ApiError 400 for the first unknown key
 */
export const canonicalizeBody = (context: InputContext, attributes: Attributes, data: JsonObject): JsonObject => {
  if (context.onlyWritable) refuseLockedAttributes(attributes, data);
  const own = Object.entries(data).filter(([key]) => attributes.has(key) || !ignoredKeys.has(key));
  return readAttributes(context, attributes, Object.fromEntries(own), []);
};
