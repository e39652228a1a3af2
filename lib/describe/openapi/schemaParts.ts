// Small parts that descriptions are built from.
import type { JsonObject, ContentType } from '../../schema/index.ts';
import type { ResponseObject, Context, SchemaObject, Reference } from './types.ts';

export { arrayOf, dateTime, flag as booleanSchema, integer, nullable, text } from '../../contracts/index.ts';

export const schemaRef = (name: string): SchemaObject => ({ $ref: `#/components/schemas/${name}` });

/** A reference to a component that is not a schema. */
export const componentRef = (
  kind: 'parameters' | 'responses' | 'requestBodies' | 'headers' | 'examples',
  name: string,
): Reference => ({ $ref: `#/components/${kind}/${name}` });

/** The name of a type or component, which begins the names of its schemas and other components. */
export const schemaName = ({ names }: Pick<Context, 'names'>, uid: string): string => names.get(uid) ?? '';

/** A reference to the schema of a type or component, with an ending for one of its other forms. */
export const typeSchemaRef = (context: Pick<Context, 'names'>, uid: string, ending = ''): SchemaObject =>
  schemaRef(`${schemaName(context, uid)}${ending}`);

/**
 * The name of a component of a type that is not a schema: `Article.filters`. It is unique, since names of types have no
 * dot.
 */
export const componentName = (
  context: Pick<Context, 'names'>,
  { uid }: { readonly uid: string },
  part: string,
): string => `${schemaName(context, uid)}.${part}`;

/** An object without other properties. */
export const closedObject = (properties: JsonObject, required: readonly string[] = []): SchemaObject => ({
  type: 'object',
  properties,
  ...(required.length === 0 ? {} : { required }),
  additionalProperties: false,
});

/** An object with all of the properties, and no other. */
export const requiredObject = (properties: JsonObject): SchemaObject =>
  closedObject(properties, Object.keys(properties));

/** Content as JSON. */
export const jsonContent = (schema: SchemaObject, example?: unknown): JsonObject => ({
  'application/json': { schema, ...(example === undefined ? {} : { example }) },
});

/** Content as JSON, with an example that is a component. */
export const jsonContentWithExample = (schema: SchemaObject, example: string): JsonObject => ({
  'application/json': { schema, examples: { document: componentRef('examples', example) } },
});

export const jsonResponse = (description: string, schema: SchemaObject, example?: unknown): ResponseObject => ({
  description,
  content: jsonContent(schema, example),
});

/** The answer of the same change of a file, whose bytes are not moved or deleted yet. */
export const unfinishedMove = (schema: SchemaObject): ResponseObject =>
  jsonResponse('The same, but bytes of the file are still where they were: Lectern tries again each minute', schema);

export const requiredBody = (schema: SchemaObject, example?: unknown): JsonObject => ({
  required: true,
  content: jsonContent(schema, example),
});

/** A body that may be missing. */
export const optionalBody = (schema: SchemaObject): JsonObject => ({ required: false, content: jsonContent(schema) });

/** The `data` envelope of documents. */
export const envelope = (data: SchemaObject, meta: SchemaObject = { type: 'object' }): SchemaObject =>
  requiredObject({ data, meta });

/**
 * OpenAPI links: operations on the object in an answer.
 *
 * @param parameter the parameter that identifies the object
 * @param pointer the JSON pointer to its value in the body
 */
export const operationLinks = (
  { parameter, pointer }: { readonly parameter: string; readonly pointer: string },
  ...ids: readonly string[]
): Pick<ResponseObject, 'links'> => ({
  links: Object.fromEntries(
    ids.map((operationId) => [operationId, { operationId, parameters: { [parameter]: `$response.body#${pointer}` } }]),
  ),
});

export const isSingleType = ({ kind }: ContentType): boolean => kind === 'singleType';

export const typeDescription = ({ displayName }: ContentType) => ({ tag: displayName, credentials: 'caller' }) as const;
