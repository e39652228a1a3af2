// Reads values from JSON of unknown form.

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @returns the value at the path `keys`; undefined if a key is missing */
export const valueAt = (value: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce<unknown>((inner, key) => (isObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined), value);

/** @returns the keys of a JSON Pointer (RFC 6901), also of one that begins with `#` */
export const keysOfPointer = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));

/** @returns the string at the path `keys`; undefined if there is none */
export const textAt = (value: unknown, ...keys: readonly string[]): string | undefined => {
  const found = valueAt(value, ...keys);
  return typeof found === 'string' ? found : undefined;
};

/** Removes options that are null: as in Strapi, they count as missing. */
export const withoutNulls = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== null));

const maxFormatted = 60;

/** `JSON.stringify` calls itself for each level, and each level is at least one character. */
const withoutDeepLevels = (value: unknown, levels: number): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return null;
  return Array.isArray(value)
    ? value.map((item) => withoutDeepLevels(item, levels - 1))
    : Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutDeepLevels(inner, levels - 1)]));
};

/** Formats a value for a message, and cuts it at 60 characters. */
export const formatValue = (value: unknown): string => {
  const text = JSON.stringify(withoutDeepLevels(value, maxFormatted));
  return text.length > maxFormatted ? `${text.slice(0, maxFormatted - 3)}…` : text;
};
