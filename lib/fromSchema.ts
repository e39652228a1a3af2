// The TypeScript type of the values that a JSON Schema allows.

/** A JSON Schema (2020-12). */
export type JsonSchema = Readonly<Record<string, unknown>>;

type Simplify<T> = { [K in keyof T]: T[K] };

type RequiredKeys<S> = S extends { readonly required: readonly (infer K)[] } ? K : never;

type ObjectOf<S> = S extends { readonly properties: infer P }
  ? Simplify<
      { readonly [K in keyof P as K extends RequiredKeys<S> ? K : never]: FromSchema<P[K]> } & {
        readonly [K in keyof P as K extends RequiredKeys<S> ? never : K]?: FromSchema<P[K]>;
      }
    >
  : S extends { readonly additionalProperties: infer Named extends object }
    ? Readonly<Record<string, FromSchema<Named>>>
    : Readonly<Record<string, unknown>>;

/** Each type of a union by itself. */
type OfType<T, S> = T extends 'string'
  ? string
  : T extends 'number' | 'integer'
    ? number
    : T extends 'boolean'
      ? boolean
      : T extends 'null'
        ? null
        : T extends 'array'
          ? readonly (S extends { readonly items: infer I } ? FromSchema<I> : unknown)[]
          : T extends 'object'
            ? ObjectOf<S>
            : unknown;

/**
 * The values of a schema that is written as a literal: `type`, `properties`, `additionalProperties` (where there are no
 * `properties`), `required`, `items`, `enum`, `const`, `anyOf` and `oneOf` count, and all other keywords do not change the type. Own code, because json-schema-to-ts brings two more packages.
 */
export type FromSchema<S> = S extends { readonly const: infer C }
  ? C
  : S extends { readonly enum: readonly (infer E)[] }
    ? E
    : S extends { readonly anyOf: readonly (infer One)[] } | { readonly oneOf: readonly (infer One)[] }
      ? FromSchema<One>
      : S extends { readonly type: infer T }
        ? OfType<T extends readonly (infer One)[] ? One : T, S>
        : unknown;
