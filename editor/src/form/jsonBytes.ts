// Measures values. A body contains each of them as JSON.

/** Of blocks, which stay the same objects when others change: so a key press measures one. */
const knownBytes = new WeakMap<object, number>();

/** Of the last text: all fields ask at each change of the form. */
let lastText = { text: '', bytes: 2 };

const countBytes = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

/** The bytes of a value as JSON. */
export const jsonBytes = (value: unknown): number => {
  if (Array.isArray(value))
    return Math.max(
      value.reduce<number>((sum, item) => sum + jsonBytes(item) + 1, 1),
      2,
    );
  if (typeof value === 'string') {
    if (value !== lastText.text) lastText = { text: value, bytes: countBytes(value) };
    return lastText.bytes;
  }
  const key = typeof value === 'object' ? value : null;
  const known = key === null ? undefined : knownBytes.get(key);
  if (known !== undefined) return known;
  const bytes = countBytes(value);
  if (key !== null) knownBytes.set(key, bytes);
  return bytes;
};
