// What no body may hold, whatever its type: looked at first, so that all later walks may recurse.
import { invalidValues } from '../../errors.ts';
import type { Path } from './paths.ts';

/** `data` itself is the first level. */
const deepest = 32;

const nul = '\0';

/** A value, and where it stands: under that key of what it stands in. */
interface Place {
  readonly value: unknown;
  readonly level: number;
  readonly key: string;
  readonly within: Place | undefined;
}

const pathOf = ({ key, within }: Place): Path => (within === undefined ? [] : [...pathOf(within), key]);

const half = /\p{Surrogate}/u;

/**
 * What is wrong with a key. MongoDB cannot hold one with NUL; the reference crashes on it. Halves of surrogate pairs would
 * all be one character there, and different keys the same.
 */
const faultOfKey = (key: string): string | undefined => {
  if (key.includes(nul)) return 'Keys must not contain the character U+0000';
  if (half.test(key)) return 'Keys must not contain half of a surrogate pair';
  // As the reference refuses it. JSON.parse makes it an own key, which a later assignment would turn into a prototype.
  return key === '__proto__' ? 'Object contains forbidden prototype property' : undefined;
};

/** What the driver takes for a value of its own: it would fail, or hand out something else than it was given. */
const faultOfObject = (value: object): string | undefined => {
  if (Object.hasOwn(value, '_bsontype')) return 'Objects must not have the key _bsontype';
  return Object.hasOwn(value, '$ref') && Object.hasOwn(value, '$id')
    ? 'An object must not have both $ref and $id'
    : undefined;
};

const faultOf = ({ value, level, key }: Place): string | undefined => {
  const fault = faultOfKey(key);
  if (fault !== undefined) return fault;
  if (typeof value === 'string') return value.includes(nul) ? 'Text must not contain the character U+0000' : undefined;
  // JSON can write what no number can hold: it would be answered as null. Attributes at the top say so themselves.
  if (level > 2 && (value === Infinity || value === -Infinity)) return 'A number is too large to be kept';
  if (typeof value !== 'object' || value === null) return undefined;
  return level > deepest ? `The body is nested over ${deepest} levels` : faultOfObject(value);
};

/**
 * @param data any value that JSON.parse gives
 * @throws ApiError 400 naming the place, when it is nested over 32 levels, or holds a NUL character, a key `__proto__` or
 *   with half a character, an object that is none to the driver, or a number beyond all numbers anywhere
 */
export const guard = (data: unknown): void => {
  const waiting: Place[] = [{ value: data, level: 1, key: '', within: undefined }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const message = faultOf(next);
    if (message !== undefined) throw invalidValues([{ path: pathOf(next), message, value: undefined }]);
    const { value, level } = next;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value))
      waiting.push({ value: inner, level: level + 1, key, within: next });
  }
};
