// Chooses what an answer has.
import type { JsonSchema } from '../schema/index.ts';

/** @returns the properties of the value that the schema of an object names: so an answer never has another one, such as a secret */
export const pickProperties = <
  const P extends Readonly<Record<string, JsonSchema>>,
  V extends { readonly [Name in keyof P]: unknown },
>(
  { properties }: { readonly properties: P },
  value: V,
): Pick<V, keyof P & keyof V> =>
  Object.fromEntries(Object.keys(properties).map((name) => [name, value[name]])) as Pick<V, keyof P & keyof V>;
