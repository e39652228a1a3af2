// Whether a whole version may be published.
import type { InvalidValue } from '../../errors.ts';
import {
  isObject,
  type Attribute,
  type Attributes,
  type ContentType,
  type JsonObject,
  type Schema,
} from '../../schema/index.ts';
import { coerce } from './coerce.ts';
import { faultsOf } from './validate.ts';

/** What stands for an attribute that the version does not have. */
interface Reader {
  readonly schema: Schema;
  readonly unset: null | undefined;
}

const canonicalOf = (reader: Reader, attributes: Attributes, values: JsonObject): JsonObject =>
  Object.fromEntries(
    [...attributes.values()].flatMap((attribute) => {
      const value = canonicalValue(
        reader,
        attribute,
        Object.hasOwn(values, attribute.name) ? values[attribute.name] : undefined,
      );
      return value === undefined ? [] : [[attribute.name, value]];
    }),
  );

const canonicalValue = (reader: Reader, attribute: Attribute, value: unknown): unknown => {
  switch (attribute.kind) {
    case 'scalar':
      return value === undefined ? reader.unset : coerce[attribute.type](value);
    case 'relation':
    case 'morph':
      return value;
    case 'component': {
      if (value === undefined) return attribute.repeatable ? undefined : reader.unset;
      const { component: uid } = attribute;
      return Array.isArray(value)
        ? value.map((entry) => canonicalComponent(reader, uid, entry))
        : canonicalComponent(reader, uid, value);
    }
    case 'dynamiczone':
      return Array.isArray(value) ? value.map((entry) => canonicalEntry(reader, entry)) : value;
  }
};

const canonicalComponent = (reader: Reader, uid: string, value: unknown): unknown => {
  const component = reader.schema.components.get(uid);
  return component === undefined || !isObject(value) ? value : canonicalOf(reader, component.attributes, value);
};

const canonicalEntry = (reader: Reader, entry: unknown): unknown => {
  if (!isObject(entry) || typeof entry.__component !== 'string') return entry;
  const value = canonicalComponent(reader, entry.__component, entry);
  return isObject(value) ? { ...value, __component: entry.__component } : value;
};

/**
 * Every rule of the schema on a whole version: required values, lower bounds, forms and counts, which a draft may lack,
 * and again what a draft must keep. Not `unique`, and not the length of passwords, which are hashes by now.
 * Keys that are no attributes (id, createdAt, …) are passed over.
 *
 * @param version in storage form: scalars as CheckedInput has them, a component as an object, lists of them, a zone's
 *   entries with __component, links as `{to, at}` or a list of these; what is not set is null or not there
 * @returns what keeps it from being published, in the order of the type's attributes; empty when nothing does
 */
export const checkVersion = (schema: Schema, type: ContentType, version: JsonObject): readonly InvalidValue[] => {
  // The reference publishes from a row, where what was never given is null: its messages say so.
  const unset = type.draftAndPublish ? null : undefined;
  return faultsOf(schema, type, 'version', canonicalOf({ schema, unset }, type.attributes, version));
};

/**
 * @param body what checkInput found
 * @param version what checkVersion found in the version that the body's faultless attributes were merged into
 * @returns both, but nothing of the version about an attribute whose value in the body is faulty already
 */
export const together = (body: readonly InvalidValue[], version: readonly InvalidValue[]): readonly InvalidValue[] => {
  const told = new Set(body.map(({ path }) => path[0]));
  return [...body, ...version.filter(({ path }) => !told.has(path[0]))];
};
