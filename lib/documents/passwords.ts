// Passwords among a document's values: kept as a hash only.
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { invalid, invalidValues, unavailable } from '../errors.ts';
import type { CheckedComponent, CheckedInput, CheckedValue } from '../input/index.ts';
import { componentOf, type Attribute, type Attributes, type Schema } from '../schema/index.ts';
import { fewAtOnce } from './few.ts';

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

// OWASP's least for scrypt, written into the hash so that it can be raised later.
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };

const keyBytes = 32;

interface Hash {
  readonly N: number;
  readonly r: number;
  readonly p: number;
  readonly salt: Buffer;
  readonly key: Buffer;
}

const busy = (): Error =>
  unavailable('Too many passwords are waiting to be checked: try again', { 'retry-after': '5' });

/**
 * Half of Node's threads: JWTs are verified on the others, and must not wait for who tries passwords. Each takes 128 MiB.
 * Who would wait behind a hundred is told so: that takes longer than a request may.
 */
const inTurn = fewAtOnce(2, 100, busy);

const keyOf = (password: string, { N, r, p, salt }: Omit<Hash, 'key'>): Promise<Buffer> =>
  inTurn(() => derive(password, salt, keyBytes, { N, r, p, maxmem: cost.maxmem }));

/** `scrypt$N$r$p$salt$key`, salt and key in base64. */
const hashOf = async (password: string): Promise<string> => {
  const salt = randomBytes(16);
  const key = await keyOf(password, { ...cost, salt });
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64'), key.toString('base64')].join('$');
};

/** That of no password: what is derived from one is never all zeros. */
const nobodys: Hash = { ...cost, salt: Buffer.alloc(16), key: Buffer.alloc(keyBytes) };

const hashIn = (stored: unknown): Hash | undefined => {
  const [name, N, r, p, salt = '', key = ''] = typeof stored === 'string' ? stored.split('$') : [];
  return name === 'scrypt'
    ? { N: Number(N), r: Number(r), p: Number(p), salt: Buffer.from(salt, 'base64'), key: Buffer.from(key, 'base64') }
    : undefined;
};

/**
 * Takes as long whether there is a hash or not.
 *
 * @param stored the value of a password attribute; anything else is a hash that no password has
 * @returns whether it is the hash of that password
 */
export const isPassword = async (password: string, stored: unknown): Promise<boolean> => {
  const hash = hashIn(stored) ?? nobodys;
  const key = await keyOf(password, hash);
  return key.length === hash.key.length && timingSafeEqual(key, hash.key);
};

/** More would keep the others waiting: a hash is slow on purpose. */
const maxPasswords = 10;

/** bcrypt's 72 do not hold here; no one remembers more than these. */
const maxBytes = 1024;

interface Given {
  readonly path: readonly string[];
  readonly password: string;
}

const passwordsIn = (
  input: CheckedInput,
  attributes: Attributes,
  schema: Schema,
  at: readonly string[] = [],
): readonly Given[] =>
  [...input].flatMap(([name, given]): readonly Given[] => {
    const path = [...at, name];
    const below = ({ uid, values }: CheckedComponent, place: readonly string[]) =>
      passwordsIn(values, componentOf(schema, uid).attributes, schema, place);
    switch (given.kind) {
      case 'scalar':
        return attributes.get(name)?.type === 'password' && typeof given.value === 'string'
          ? [{ path, password: given.value }]
          : [];
      case 'component':
        return given.value === null ? [] : below(given.value, path);
      case 'components':
        return given.value.flatMap((part, index) => below(part, [...path, String(index)]));
      case 'links':
        return [];
    }
  });

/** @throws ApiError 400 when a body has more passwords than one may have, or one that is too long */
export const checkPasswords = (input: CheckedInput, attributes: Attributes, schema: Schema): void => {
  const given = passwordsIn(input, attributes, schema);
  if (given.length > maxPasswords)
    throw invalid(`The body has ${given.length} passwords, and ${maxPasswords} are allowed`);
  const long = given.filter(({ password }) => Buffer.byteLength(password) > maxBytes);
  if (long.length === 0) return;
  const message = `Password must be less than ${maxBytes + 1} bytes`;
  throw invalidValues(long.map(({ path }) => ({ path, message, value: undefined })));
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
