// Looking into JSON of unknown form.

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What stands at `keys`; undefined as soon as one is not there. */
export const at = (value: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce<unknown>((inner, key) => (isObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined), value);

/** The text at `keys`, if there is one. */
export const textAt = (value: unknown, ...keys: readonly string[]): string | undefined => {
  const found = at(value, ...keys);
  return typeof found === 'string' ? found : undefined;
};

/** Options that are null count as not given, as in Strapi. */
export const withoutNulls = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== null));

/** A value as a message shows it, cut to a glance. */
export const show = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
};
