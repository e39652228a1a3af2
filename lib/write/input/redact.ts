// Removes passwords and private values from the values that errors repeat.
import type { InvalidValue } from '../../errors.ts';
import {
  componentOf,
  componentsIn,
  isObject,
  type Attribute,
  type Attributes,
  type ContentType,
  type Schema,
} from '../../schema/index.ts';
import { isIndex, type Path } from './paths.ts';

const isSecret = (attribute: Attribute): boolean => attribute.type === 'password' || attribute.private;

/** The possible holders of a value: a body of the wrong form may mean any component of a zone. */
type Holders = readonly Attributes[];

const attributesNamed = (holders: Holders, name: string): readonly Attribute[] =>
  holders.flatMap((attributes) => attributes.get(name) ?? []);

const componentAttributes = (attributes: readonly Attribute[], schema: Schema): Holders =>
  attributes.flatMap((attribute) => componentsIn(attribute).map((uid) => componentOf(schema, uid).attributes));

const redactNested = (value: unknown, holders: Holders, schema: Schema): unknown => {
  if (holders.length === 0) return value;
  if (Array.isArray(value)) return value.map((part) => redactNested(part, holders, schema));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !attributesNamed(holders, name).some(isSecret));
  return Object.fromEntries(
    kept.map(([name, part]) => [
      name,
      redactNested(part, componentAttributes(attributesNamed(holders, name), schema), schema),
    ]),
  );
};

/**
 * @param path the path of the value in a document of the type
 * @returns the value without secret values in it; undefined when the value itself is secret
 */
export const redactValue = (
  schema: Schema,
  { attributes }: Pick<ContentType, 'attributes'>,
  path: Path,
  value: unknown,
): { readonly value: unknown } | undefined => {
  let holders: Holders = [attributes];
  for (const segment of path) {
    if (isIndex(segment)) continue;
    const matching = attributesNamed(holders, segment);
    if (matching.some(isSecret)) return value === null || value === undefined ? { value } : undefined;
    holders = componentAttributes(matching, schema);
  }
  return { value: redactNested(value, holders, schema) };
};

/** Removes secret values from a fault. The caller must keep them out of its message. */
export const redactFault = (schema: Schema, type: ContentType, fault: InvalidValue): InvalidValue => ({
  ...fault,
  value: redactValue(schema, type, fault.path, fault.value)?.value,
});
