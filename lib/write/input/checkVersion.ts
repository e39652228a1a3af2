// Checks whether a whole version may be published.
import type { InvalidValue } from '../../errors.ts';
import { componentUidOf, mapComponents, type StoredComponent } from '../../platform/db/index.ts';
import type { Attribute, Attributes, ContentType, JsonObject, Schema } from '../../schema/index.ts';
import { coerce } from './coerce.ts';
import { findFaults } from './validate.ts';

/** The schema, and the value of attributes that the version does not have. */
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
    case 'component':
    case 'dynamiczone':
      if (value === undefined)
        return attribute.kind === 'component' && !attribute.repeatable ? reader.unset : undefined;
      return mapComponents(attribute, value, (part) => canonicalComponent(reader, attribute, part));
  }
};

const canonicalComponent = (reader: Reader, attribute: Attribute, part: StoredComponent): JsonObject => {
  const { __component } = part;
  const component = reader.schema.components.get(componentUidOf(attribute, part));
  if (component === undefined) return part;
  const values = canonicalOf(reader, component.attributes, part);
  return __component === undefined ? values : { ...values, __component };
};

/**
 * Applies every rule of the schema to a whole version: those that drafts may break (required values, lower bounds,
 * forms, counts) and those that drafts keep. Exceptions: `unique`, and the length of passwords, which are stored as
 * hashes. Keys that are not attributes (id, createdAt, …) are ignored.
 *
 * @param version in stored form: scalars as in CheckedInput, components as objects or lists, zone entries with
 *   `__component`, links as `{to, at}` or a list; unset values are null or absent
 * @returns the errors that prevent publishing, in the order of the type's attributes; empty when there are none
 */
export const checkVersion = (schema: Schema, type: ContentType, version: JsonObject): readonly InvalidValue[] => {
  // Strapi publishes from a database row, in which unset values are null; its messages depend on that.
  const unset = type.draftAndPublish ? null : undefined;
  return findFaults(schema, type, 'version', canonicalOf({ schema, unset }, type.attributes, version));
};

/**
 * Applies the rules that drafts keep to a whole version. Exceptions: those of `checkVersion`.
 *
 * @param version as for `checkVersion`
 * @returns the errors that prevent storing it, in the order of the type's attributes; empty when there are none
 */
export const checkDraft = (schema: Schema, type: ContentType, version: JsonObject): readonly InvalidValue[] =>
  findFaults(schema, type, 'draft', canonicalOf({ schema, unset: undefined }, type.attributes, version)).filter(
    ({ path: [name = ''] }) => type.attributes.get(name)?.type !== 'password',
  );

/**
 * @param body the errors of checkInput
 * @param version the errors of checkVersion for the version with the valid attributes of the body
 * @returns both, without errors of the version in attributes that are invalid in the body
 */
export const mergeErrors = (
  body: readonly InvalidValue[],
  version: readonly InvalidValue[],
): readonly InvalidValue[] => {
  const invalidNames = new Set(body.map(({ path }) => path[0]));
  return [...body, ...version.filter(({ path }) => !invalidNames.has(path[0]))];
};
