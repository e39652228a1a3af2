// Checks the routes of a project against each other, against Lectern's own routes, and their schemas.
import { errorMessage } from '../../errors.ts';
import { permissionsIn } from '../../platform/access/index.ts';
import type { FromFile, JsonSchema, RouteDefinition } from '../../platform/extensions/index.ts';
import type { Site } from '../../platform/site.ts';
import { isObject, SchemaError, type Schema } from '../../schema/index.ts';
import { fixedRoutes, contentRoutes } from '../http/routes/index.ts';
import { createBodyAjv } from './standaloneBodies.ts';
import { documentActions } from '../http/index.ts';

/** A path whose variables have no names: `/orders/{}`. */
const shapeOf = (path: string): string => path.replace(/\{\w+\}/g, '{}');

/**
 * @param contentType its name in paths: `articles`
 * @returns the shapes of the paths, below `/api`: `/articles/{}/actions/publish`
 */
export const contentPaths = (contentType: string): readonly string[] =>
  contentRoutes.flatMap(({ path }) => {
    const own = path.slice('/api'.length).replace('{contentType}', contentType);
    const named = own.endsWith('{action}') ? documentActions.map((action) => own.replace('{action}', action)) : [];
    return [own, ...named].map(shapeOf);
  });

/** Whether the first path takes every request of a shape. */
const covers = (path: string, other: string): boolean => {
  const segments = other.split('/');
  const own = shapeOf(path).split('/');
  return own.length === segments.length && own.every((segment, at) => segment === '{}' || segment === segments[at]);
};

const contentFault = (path: string, schema: Schema): string | undefined => {
  const [, contentType = ''] = path.split('/');
  const type = schema.served.get(contentType);
  // `/articles/featured` is free: no documentId is so short. So is `/articles/{id}/actions/archive`.
  if (type === undefined || !contentPaths(contentType).some((taken) => covers(path, taken))) return undefined;
  return `is a path of the content type ${type.uid}: choose another one, for example ${path}/export`;
};

/** The keywords that name other schemas, which the description of the API could not resolve. */
const references = ['$ref', '$dynamicRef', '$id'];

const referenceIn = (value: unknown): string | undefined => {
  if (Array.isArray(value)) return value.map(referenceIn).find((found) => found !== undefined);
  if (!isObject(value)) return undefined;
  return references.find((key) => key in value) ?? referenceIn(Object.values(value));
};

const schemaFault = (schema: JsonSchema | undefined): string | undefined => {
  if (schema === undefined) return undefined;
  const reference = referenceIn(schema);
  if (reference !== undefined) return `has ${reference}: write the schema without references`;
  try {
    createBodyAjv(true).compile(schema);
    return undefined;
  } catch (error) {
    return `is not a valid JSON Schema: ${errorMessage(error)}`;
  }
};

type OwnRoute = FromFile<RouteDefinition>;

const pathFault = (one: OwnRoute, earlier: readonly OwnRoute[], schema: Schema): string | undefined => {
  const { method, path } = one.value;
  const whole = `/api${path}`;
  if (fixedRoutes.some((route) => shapeOf(route.path) === shapeOf(whole))) return `is a path of Lectern's own`;
  // API Gateway prefers a whole path to `{proxy+}`, by which it knows many of Lectern's.
  const covered = fixedRoutes.find((route) => covers(whole, shapeOf(route.path)));
  if (covered !== undefined) return `takes requests of Lectern's ${covered.path}`;
  const same = earlier.filter(({ value }) => shapeOf(value.path) === shapeOf(path));
  const equal = same.find(({ value }) => value.method === method);
  if (equal !== undefined) return `has ${method} already, in ${equal.file}`;
  const named = same.find(({ value }) => value.path !== path);
  if (named !== undefined) return `has other names of variables than ${named.value.path} in ${named.file}`;
  return contentFault(path, schema);
};

/**
 * Checks what `compileExtensions` cannot.
 *
 * @throws SchemaError with every fault
 */
export const checkProjectRoutes = ({ schema, extensions }: Pick<Site, 'schema' | 'extensions'>): void => {
  const routes = extensions?.routes ?? [];
  const ofContent = permissionsIn({ schema });
  const faults = routes.flatMap((one, index) => {
    const { method, path, permission, body, answer } = one.value;
    const taken = [...ofContent].find((name) => name.endsWith(`.${permission}`) && name.startsWith('api::'));
    const messages = {
      path: pathFault(one, routes.slice(0, index), schema),
      permission: taken === undefined ? undefined : `${permission} is the permission ${taken}: choose another name`,
      body: schemaFault(body),
      answer: schemaFault(answer),
    };
    return Object.entries(messages).flatMap(([key, message]) =>
      message === undefined ? [] : [{ file: one.file, path: `${method} ${path}: ${key}`, message }],
    );
  });
  if (faults.length > 0) throw new SchemaError(faults);
};
