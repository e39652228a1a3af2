// What an error may repeat of a body: no password, and no value of a private attribute.
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

/** A body of the wrong form may mean any of several: the components of a zone. */
type Holders = readonly Attributes[];

const named = (holders: Holders, name: string): readonly Attribute[] =>
  holders.flatMap((attributes) => attributes.get(name) ?? []);

const below = (attributes: readonly Attribute[], schema: Schema): Holders =>
  attributes.flatMap((attribute) => componentsIn(attribute).map((uid) => componentOf(schema, uid).attributes));

const pruned = (value: unknown, holders: Holders, schema: Schema): unknown => {
  if (holders.length === 0) return value;
  if (Array.isArray(value)) return value.map((part) => pruned(part, holders, schema));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !named(holders, name).some(isSecret));
  return Object.fromEntries(
    kept.map(([name, part]) => [name, pruned(part, below(named(holders, name), schema), schema)]),
  );
};

/**
 * @param path where the value is in a document of the type
 * @returns the value without the secret ones in it; undefined: it is secret itself
 */
export const repeatable = (
  schema: Schema,
  { attributes }: Pick<ContentType, 'attributes'>,
  path: Path,
  value: unknown,
): { readonly value: unknown } | undefined => {
  let holders: Holders = [attributes];
  for (const segment of path) {
    if (isIndex(segment)) continue;
    const there = named(holders, segment);
    if (there.some(isSecret)) return value === null || value === undefined ? { value } : undefined;
    holders = below(there, schema);
  }
  return { value: pruned(value, holders, schema) };
};

/** The same fault, without a value that must not be repeated. Its message must not have it either. */
export const withoutSecrets = (schema: Schema, type: ContentType, fault: InvalidValue): InvalidValue => ({
  ...fault,
  value: repeatable(schema, type, fault.path, fault.value)?.value,
});
