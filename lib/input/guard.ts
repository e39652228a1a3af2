// What no body may hold, whatever its type: looked at first, so that all later walks may recurse.
import { invalid } from '../errors.ts';

/** `data` itself is the first level. */
const deepest = 32;

const nul = '\0';

const checkText = (text: string): void => {
  if (text.includes(nul)) throw invalid('Text must not contain the character U+0000');
};

const checkKey = (key: string): void => {
  // MongoDB cannot hold such a key; the reference crashes on it.
  if (key.includes(nul)) throw invalid('Keys must not contain the character U+0000');
  // As the reference refuses it. JSON.parse makes it an own key, which a later assignment would turn into a prototype.
  if (key === '__proto__') throw invalid('Object contains forbidden prototype property');
};

/** What the driver takes for a value of its own: it would fail, or hand out something else than it was given. */
const checkObject = (value: object): void => {
  if (Object.hasOwn(value, '_bsontype')) throw invalid('Objects must not have the key _bsontype');
  if (Object.hasOwn(value, '$ref') && Object.hasOwn(value, '$id'))
    throw invalid('An object must not have both $ref and $id');
};

/**
 * @param data any value that JSON.parse gives
 * @throws ApiError 400 when it is nested over 32 levels, or holds a NUL character, a key `__proto__` an object that is
 *   none to the driver, or a number beyond all numbers anywhere
 */
export const guard = (data: unknown): void => {
  const waiting: { readonly value: unknown; readonly level: number }[] = [{ value: data, level: 1 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, level } = next;
    if (typeof value === 'string') checkText(value);
    // JSON can write what no number can hold: it would be answered as null. Attributes at the top say so themselves.
    if (level > 2 && (value === Infinity || value === -Infinity)) throw invalid('A number is too large to be kept');
    if (typeof value !== 'object' || value === null) continue;
    if (level > deepest) throw invalid(`The body is nested over ${deepest} levels`);
    checkObject(value);
    for (const [key, inner] of Object.entries(value)) {
      checkKey(key);
      waiting.push({ value: inner, level: level + 1 });
    }
  }
};
