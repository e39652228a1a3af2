// Small parts that descriptions are built from.
import type { JsonObject } from '../../schema/index.ts';
import type { Answered, Context, JsonSchema, Reference } from './types.ts';

export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** A reference to a component that is not a schema. */
export const refTo = (
  kind: 'parameters' | 'responses' | 'requestBodies' | 'headers' | 'examples',
  name: string,
): Reference => ({ $ref: `#/components/${kind}/${name}` });

/** The name of a type or component, which begins the names of its schemas and other components. */
export const nameOf = ({ names }: Pick<Context, 'names'>, uid: string): string => names.get(uid) ?? '';

/** A reference to the schema of a type or component, with an ending for one of its other forms. */
export const named = (context: Pick<Context, 'names'>, uid: string, ending = ''): JsonSchema =>
  ref(`${nameOf(context, uid)}${ending}`);

/**
 * The name of a component of a type that is not a schema: `Article.filters`. It is unique, since names of types have no
 * dot.
 */
export const partOf = (context: Pick<Context, 'names'>, { uid }: { readonly uid: string }, part: string): string =>
  `${nameOf(context, uid)}.${part}`;

/** An object without other properties. */
export const closed = (properties: JsonObject, required: readonly string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  ...(required.length === 0 ? {} : { required }),
  additionalProperties: false,
});

/** An object with all of the properties, and no other. */
export const whole = (properties: JsonObject): JsonSchema => closed(properties, Object.keys(properties));

export const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });

export const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] });

export const text: JsonSchema = { type: 'string' };
export const integer: JsonSchema = { type: 'integer' };
export const flag: JsonSchema = { type: 'boolean' };
export const moment: JsonSchema = { type: 'string', format: 'date-time' };

/** The identifiers and times that every document has. */
export const identified: JsonObject = { id: integer, documentId: text };
export const timed: JsonObject = { createdAt: moment, updatedAt: moment, publishedAt: moment };

/** Content as JSON. */
export const json = (schema: JsonSchema, example?: unknown): JsonObject => ({
  'application/json': { schema, ...(example === undefined ? {} : { example }) },
});

/** Content as JSON, with an example that is a component. */
export const jsonWith = (schema: JsonSchema, example: string): JsonObject => ({
  'application/json': { schema, examples: { document: refTo('examples', example) } },
});

export const answered = (description: string, schema: JsonSchema, example?: unknown): Answered => ({
  description,
  content: json(schema, example),
});

export const body = (schema: JsonSchema, example?: unknown): JsonObject => ({
  required: true,
  content: json(schema, example),
});

/** A body that may be missing. */
export const optionalBody = (schema: JsonSchema): JsonObject => ({ required: false, content: json(schema) });

/** The `data` envelope of documents. */
export const enveloped = (data: JsonSchema, meta: JsonSchema = { type: 'object' }): JsonSchema => whole({ data, meta });

/**
 * OpenAPI links: operations on the object in an answer.
 *
 * @param parameter the parameter that identifies the object
 * @param pointer the JSON pointer to its value in the body
 */
export const leadsTo = (
  { parameter, pointer }: { readonly parameter: string; readonly pointer: string },
  ...ids: readonly string[]
): Pick<Answered, 'links'> => ({
  links: Object.fromEntries(
    ids.map((operationId) => [operationId, { operationId, parameters: { [parameter]: `$response.body#${pointer}` } }]),
  ),
});
