// Hashes the passwords in a document's values.
import { memoize } from '../../../memoize.ts';
import { invalid, type InvalidValue } from '../../../errors.ts';
import type { CheckedComponent, CheckedInput, CheckedValue } from '../../input/index.ts';
import { normalizePassword, passwordsFor } from '../../../platform/passwords.ts';
import { componentOf, componentsIn, type Attribute, type Attributes, type Schema } from '../../../schema/index.ts';
import type { Service } from '../../../platform/service.ts';

/** Hashing is slow by design: more passwords in one body would block other requests. */
const maxPasswords = 10;

/** bcrypt's limit of 72 bytes does not apply to this hash. */
const maxBytes = 1024;

interface PasswordInput {
  readonly path: readonly string[];
  readonly password: string;
}

const passwordsIn = (
  input: CheckedInput,
  attributes: Attributes,
  schema: Schema,
  at: readonly string[] = [],
): readonly PasswordInput[] =>
  [...input].flatMap(([name, value]): readonly PasswordInput[] => {
    const path = [...at, name];
    const below = ({ uid, values }: CheckedComponent, place: readonly string[]) =>
      passwordsIn(values, componentOf(schema, uid).attributes, schema, place);
    switch (value.kind) {
      case 'scalar':
        return attributes.get(name)?.type === 'password' && typeof value.value === 'string'
          ? [{ path, password: value.value }]
          : [];
      case 'component':
        return value.value === null ? [] : below(value.value, path);
      case 'components':
        return value.value.flatMap((part, index) => below(part, [...path, String(index)]));
      case 'links':
        return [];
    }
  });

const containPasswords = (attributes: Attributes, schema: Schema, seen: Set<Attributes>): boolean => {
  // A component may contain itself.
  if (seen.has(attributes)) return false;
  seen.add(attributes);
  return [...attributes.values()].some(
    (attribute) =>
      attribute.type === 'password' ||
      componentsIn(attribute).some((uid) => containPasswords(componentOf(schema, uid).attributes, schema, seen)),
  );
};

/** Whether a type has password attributes, in components too. */
export const hasPasswordAttributes = memoize((attributes: Attributes, schema: Schema): boolean =>
  containPasswords(attributes, schema, new Set()),
);

/** @throws ApiError 400 when the body has too many passwords */
export const findPasswords = (
  input: CheckedInput,
  attributes: Attributes,
  schema: Schema,
): readonly PasswordInput[] => {
  if (!hasPasswordAttributes(attributes, schema)) return [];
  const passwords = passwordsIn(input, attributes, schema);
  if (passwords.length > maxPasswords)
    throw invalid(`The body has ${passwords.length} passwords, and ${maxPasswords} are allowed`);
  return passwords;
};

export const passwordLengthFaults = (passwords: readonly PasswordInput[]): readonly InvalidValue[] =>
  passwords
    .filter(({ password }) => Buffer.byteLength(normalizePassword(password)) > maxBytes)
    .map(({ path }) => ({ path, message: `Password must be less than ${maxBytes + 1} bytes`, value: undefined }));

/**
 * @returns the input with every password replaced by its hash, in components too
 * @throws ApiError 503 when too many passwords wait to be hashed
 */
export const hashPasswords = async (
  input: CheckedInput,
  attributes: Attributes,
  service: Pick<Service, 'schema' | 'passwordCost'>,
): Promise<CheckedInput> => {
  const component = async (part: CheckedComponent): Promise<CheckedComponent> => ({
    ...part,
    values: await hashPasswords(part.values, componentOf(service.schema, part.uid).attributes, service),
  });
  const hashed = async (checkedValue: CheckedValue, attribute: Attribute | undefined): Promise<CheckedValue> => {
    switch (checkedValue.kind) {
      case 'scalar':
        return attribute?.type === 'password' && typeof checkedValue.value === 'string'
          ? { kind: 'scalar', value: await passwordsFor(service).hash(checkedValue.value) }
          : checkedValue;
      case 'component':
        return checkedValue.value === null
          ? checkedValue
          : { kind: 'component', value: await component(checkedValue.value) };
      case 'components':
        return { kind: 'components', value: await Promise.all(checkedValue.value.map(component)) };
      case 'links':
        return checkedValue;
    }
  };
  const entries = [...input].map(async ([name, checkedValue]): Promise<[string, CheckedValue]> => [
    name,
    await hashed(checkedValue, attributes.get(name)),
  ]);
  return new Map(await Promise.all(entries));
};
