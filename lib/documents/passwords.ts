// Passwords among a document's values: kept as a hash only.
import { randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { invalid } from '../errors.ts';
import type { CheckedComponent, CheckedInput, CheckedValue } from '../input/index.ts';
import { componentOf, type Attribute, type Attributes, type Schema } from '../schema/index.ts';

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

// OWASP's least for scrypt, written into the hash so that it can be raised later.
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };

/** `scrypt$N$r$p$salt$hash`, salt and hash in base64. */
const hashOf = async (password: string): Promise<string> => {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, 32, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64'), hash.toString('base64')].join('$');
};

/** More would keep the others waiting: a hash is slow on purpose. */
const maxPasswords = 10;

const passwordsIn = (input: CheckedInput, attributes: Attributes, schema: Schema): number =>
  [...input].reduce((sum, [name, given]) => {
    const parts =
      given.kind === 'component' && given.value !== null
        ? [given.value]
        : given.kind === 'components'
          ? given.value
          : [];
    const below = parts.map(({ uid, values }) => passwordsIn(values, componentOf(schema, uid).attributes, schema));
    return sum + (attributes.get(name)?.type === 'password' ? 1 : 0) + below.reduce((a, b) => a + b, 0);
  }, 0);

/** @throws ApiError 400 when a body has more passwords than one may have */
export const checkPasswords = (input: CheckedInput, attributes: Attributes, schema: Schema): void => {
  const count = passwordsIn(input, attributes, schema);
  if (count > maxPasswords) throw invalid(`The body has ${count} passwords, and ${maxPasswords} are allowed`);
};

/** The input with every password in it, components included, replaced by its hash. */
export const passwordsHashed = async (
  input: CheckedInput,
  attributes: Attributes,
  schema: Schema,
): Promise<CheckedInput> => {
  const component = async ({ uid, values }: CheckedComponent): Promise<CheckedComponent> => ({
    uid,
    values: await passwordsHashed(values, componentOf(schema, uid).attributes, schema),
  });
  const hashed = async (given: CheckedValue, attribute: Attribute | undefined): Promise<CheckedValue> => {
    switch (given.kind) {
      case 'scalar':
        return attribute?.type === 'password' && typeof given.value === 'string'
          ? { kind: 'scalar', value: await hashOf(given.value) }
          : given;
      case 'component':
        return given.value === null ? given : { kind: 'component', value: await component(given.value) };
      case 'components':
        return { kind: 'components', value: await Promise.all(given.value.map(component)) };
      case 'links':
        return given;
    }
  };
  const entries = [...input].map(async ([name, given]): Promise<[string, CheckedValue]> => [
    name,
    await hashed(given, attributes.get(name)),
  ]);
  return new Map(await Promise.all(entries));
};
