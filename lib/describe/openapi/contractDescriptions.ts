// Describes the operations of contracts.
import { annotationNames, type Annotations, type Contract, type OperationContract } from '../../contracts/index.ts';
import { contracts } from '../../api/http/routes/index.ts';
import type { JsonObject, Schema } from '../../schema/index.ts';
import * as parameters from './parameters.ts';
import { closedObject, jsonResponse, operationLinks, optionalBody, requiredBody, schemaRef } from './schemaParts.ts';
import type { Context, DescribedRoute, ErrorStatus, SchemaObject } from './types.ts';

/** The schemas that have a name in OpenAPI. */
const names = new Map<unknown, string>(
  contracts.flatMap(({ schemas }) => Object.entries(schemas).map(([name, schema]) => [schema, name] as const)),
);

/** The uids and singular names of content types; none if the site has no types. */
const typeNames = ({ served }: Schema): readonly string[] =>
  [...served.values()].flatMap(({ uid, singularName }) => [uid, singularName]);

const annotations: readonly string[] = annotationNames;

/** Without annotations, but with what this site knows, and with references to schemas that have a name. */
const toOpenApi = (value: unknown, schema: Schema, isNamed = names.has(value)): unknown => {
  if (isNamed) return schemaRef(names.get(value) ?? '');
  if (Array.isArray(value)) return value.map((item) => toOpenApi(item, schema));
  if (typeof value !== 'object' || value === null) return value;
  const { documented, oneOfSite } = value as Annotations;
  const known = oneOfSite === undefined ? [] : typeNames(schema);
  const parts = Object.entries(value as JsonObject).flatMap(([key, part]) => {
    const isLeftOut =
      annotations.includes(key) ||
      (key === 'format' && String(part).startsWith('name')) ||
      (key === 'required' && String(part) === '');
    if (isLeftOut) return [];
    // The names of properties are no keywords.
    const open = key === 'properties' ? mapValues(part as JsonObject, (one) => toOpenApi(one, schema)) : undefined;
    return [[key, open ?? toOpenApi(part, schema)] as const];
  });
  return { ...Object.fromEntries(parts), ...(known.length === 0 ? {} : { enum: known }), ...documented };
};

const mapValues = (parts: JsonObject, change: (part: unknown) => unknown): JsonObject =>
  Object.fromEntries(Object.entries(parts).map(([key, part]) => [key, change(part)]));

const describe =
  (contract: Contract, operation: OperationContract) =>
  (context: Context): DescribedRoute => {
    const {
      path = '',
      method,
      status = 200,
      returns,
      answer,
      body,
      optionalBody: isOptional,
      example,
      query = {},
      paged,
    } = operation;
    const schemaOf = (schema: unknown): SchemaObject => toOpenApi(schema, context.schema) as SchemaObject;
    const parameterOf = (add: typeof parameters.inQuery) => (name: string, schema: JsonObject) => {
      const { description = '', ...rest } = schemaOf(schema);
      return add(name, description as string, rest);
    };
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) =>
      parameterOf(parameters.inPath)(name, operation.params?.[name] ?? contract.params[name] ?? {}),
    );
    const inQuery = Object.entries(query).map(([name, schema]) => parameterOf(parameters.inQuery)(name, schema));
    const takesBody = method === 'POST' || method === 'PUT';
    const errors: readonly ErrorStatus[] = [
      ...(takesBody || operation.params !== undefined || inQuery.length > 0 ? ([400] as const) : []),
      ...(inPath.length > 0 ? ([404] as const) : []),
    ];
    return {
      tag: contract.tag,
      parameters: [...inPath, ...inQuery, ...(paged === true ? [parameters.pageParameter(context)] : [])],
      ...(takesBody
        ? {
            body:
              body === undefined || isOptional === true
                ? optionalBody(schemaOf(body ?? closedObject({})))
                : requiredBody(schemaOf(body), example),
          }
        : {}),
      answers: {
        [status]: {
          ...jsonResponse(returns, schemaOf(answer)),
          ...(operation.next === undefined
            ? {}
            : operationLinks(
                {
                  parameter: 'id',
                  pointer: Object.hasOwn(Object(answer.properties) as object, 'data') ? '/data/id' : '/id',
                },
                ...operation.next,
              )),
        },
      },
      errorStatuses: errors,
    };
  };

type NameOf<C> = C extends Contract ? keyof C['operations'] : never;

/** The descriptions by operation. */
export const contractDescriptions = Object.fromEntries(
  contracts.flatMap((contract: Contract) =>
    Object.entries(contract.operations).map(([name, operation]) => [name, describe(contract, operation)]),
  ),
) as Readonly<Record<NameOf<(typeof contracts)[number]>, (context: Context) => DescribedRoute>>;

/** The schemas with a name. */
export const contractSchemas = (schema: Schema): Readonly<Record<string, SchemaObject>> =>
  Object.fromEntries([...names].map(([value, name]) => [name, toOpenApi(value, schema, false) as SchemaObject]));
