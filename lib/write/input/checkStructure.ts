// Refuses what no body may contain, whatever its type. It runs first and limits the depth, so that later code may
// recurse.
import { invalidValues } from '../../errors.ts';
import type { Path } from './paths.ts';

/** The maximum depth; `data` itself is level 1. */
const maxLevel = 32;

const nul = '\0';

/** A value with its key and the value that contains it. */
interface ValueNode {
  readonly value: unknown;
  readonly level: number;
  readonly key: string;
  readonly parent: ValueNode | undefined;
}

const pathOf = ({ key, parent }: ValueNode): Path => (parent === undefined ? [] : [...pathOf(parent), key]);

const unpairedSurrogate = /\p{Surrogate}/u;

/**
 * The error in a text, if any. MongoDB cannot store NUL in keys, and Strapi crashes on it. UTF-8 has no unpaired surrogates: all
 * would be stored as the same character, so different texts would become equal.
 */
const faultOfText = (text: string, kind: 'Keys' | 'Text'): string | undefined => {
  if (text.includes(nul)) return `${kind} must not contain the character U+0000`;
  return unpairedSurrogate.test(text) ? `${kind} must not contain half of a surrogate pair` : undefined;
};

const faultOfKey = (key: string): string | undefined => {
  const fault = faultOfText(key, 'Keys');
  if (fault !== undefined) return fault;
  // Strapi refuses this key too. JSON.parse makes it an own key, which a later assignment would turn into a prototype.
  return key === '__proto__' ? 'Object contains forbidden prototype property' : undefined;
};

/**
 * The error in an object that the MongoDB driver would treat as its own type: it would fail, or return another value.
 */
const faultOfObject = (value: object): string | undefined => {
  if (Object.hasOwn(value, '_bsontype')) return 'Objects must not have the key _bsontype';
  return Object.hasOwn(value, '$ref') && Object.hasOwn(value, '$id')
    ? 'An object must not have both $ref and $id'
    : undefined;
};

const faultOf = ({ value, level, key }: ValueNode): string | undefined => {
  const fault = faultOfKey(key);
  if (fault !== undefined) return fault;
  if (typeof value === 'string') return faultOfText(value, 'Text');
  // JSON can contain numbers that JavaScript reads as Infinity, which would be answered as null. Top-level attributes
  // have their own check.
  if (level > 2 && (value === Infinity || value === -Infinity)) return 'The number is too large to store';
  if (typeof value !== 'object' || value === null) return undefined;
  return level > maxLevel ? `The body is nested over ${maxLevel} levels` : faultOfObject(value);
};

/**
 * @param data a value returned by JSON.parse
 * @throws ApiError 400 with the path of the error: more than 32 levels, a NUL character or an unpaired surrogate, a key
 *   `__proto__`, an object that the driver would treat as its own type, or a number beyond the range of numbers
 */
export const checkStructure = (data: unknown): void => {
  const waiting: ValueNode[] = [{ value: data, level: 1, key: '', parent: undefined }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const message = faultOf(next);
    if (message !== undefined) throw invalidValues([{ path: pathOf(next), message, value: undefined }]);
    const { value, level } = next;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value))
      waiting.push({ value: inner, level: level + 1, key, parent: next });
  }
};
