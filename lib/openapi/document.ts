// The description of the API as a whole: OpenAPI 3.1, made of the table of paths and of the schema.
import type { Config } from '../config/index.ts';
import { ApiError } from '../errors.ts';
import { documentActions, targetOf, type DocumentAction } from '../http/index.ts';
import type { ContentType, JsonObject, Schema } from '../schema/index.ts';
import { administration } from './administration.ts';
import { content } from './content.ts';
import { changes } from './sync.ts';
import { files } from './files.ts';
import { namesOf } from './names.ts';
import { operationOf } from './operation.ts';
import { people } from './people.ts';
import { readSchemas } from './reading.ts';
import { responses, securitySchemes } from './responses.ts';
import { sessions } from './sessions.ts';
import { sharedSchemas } from './shared.ts';
import { site } from './site.ts';
import type { Context, Described, Examples, Route } from './types.ts';
import { hooks } from './webhooks.ts';
import { writeSchemas } from './writing.ts';

/** What is told of each function that has a path of its own. */
const fixed = { ...site, ...sessions, ...people, ...administration, ...files, ...changes, ...hooks };

/** By function: one that serves a path and is not described does not compile. */
export interface Routes {
  readonly fixed: readonly Route<keyof typeof fixed>[];
  readonly ofTypes: readonly Route<keyof typeof content>[];
}

export interface Served {
  readonly schema: Schema;
  readonly config: Config;
  readonly routes: Routes;
  readonly examples?: Examples;
}

interface Told {
  readonly method: string;
  readonly path: string;
  readonly id: string;
  readonly described: Described;
}

const toldOfFixed = (context: Context, { fixed: routes }: Routes): readonly Told[] =>
  routes.map((route) => {
    const { method, path, name } = route;
    const describe: (context: Context, route: Route) => Described = fixed[name];
    const described = describe(context, route);
    return { method, path, id: described.id ?? name, described };
  });

/** Whether a type has that route: the rule of those who answer it. */
const isServed = (
  schema: Schema,
  { method, path }: Route,
  contentType: string,
  action: string | undefined,
): boolean => {
  const documentId = path.includes('{documentId}') ? { documentId: 'any' } : {};
  try {
    targetOf({ method, params: { contentType, action, ...documentId } }, schema);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
};

const toldOfType = (context: Context, routes: Routes, segment: string, type: ContentType): readonly Told[] =>
  routes.ofTypes.flatMap((route) => {
    const actions: readonly (DocumentAction | undefined)[] = route.path.includes('{action}')
      ? documentActions
      : [undefined];
    return actions.flatMap((action): readonly Told[] => {
      // Those that are one path with something else in it answer for themselves.
      const isTarget = !/\/(?:uid|actions\/bulk)$/.test(route.path);
      if (isTarget && !isServed(context.schema, route, segment, action)) return [];
      const described = content[route.name](context, { type, action });
      const path = route.path.replace('{contentType}', segment).replace('{action}', action ?? '');
      return described === undefined
        ? []
        : [{ method: route.method, path, id: `${type.singularName}.${action ?? route.name}`, described }];
    });
  });

const pathsOf = (told: readonly Told[]): JsonObject => {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const { method, path, id, described } of told)
    (paths[path] ??= {})[method.toLowerCase()] = operationOf(method, id, described);
  return paths;
};

/**
 * @param served the tables of paths, and by uid documents to show as they are read; without them examples are made of the schema
 * @returns an OpenAPI 3.1 document, as JSON
 */
export const openApiOf = ({ schema, config, routes, examples = new Map() }: Served): JsonObject => {
  const shared = sharedSchemas(schema);
  const context: Context = { schema, config, names: namesOf(schema, Object.keys(shared)), examples };
  const told = [
    ...[...schema.served].flatMap(([segment, type]) => toldOfType(context, routes, segment, type)),
    ...toldOfFixed(context, routes),
  ];
  const tags = [...new Set(told.map(({ described }) => described.tag))];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Content API',
      version: '1.0.0',
      description:
        'The content types of this site over REST. Where nothing else is said, errors are `{data: null, error: {status, name, message, details}}`.',
    },
    servers: [{ url: '/' }],
    tags: tags.map((name) => ({ name })),
    paths: pathsOf(told),
    components: {
      schemas: { ...shared, ...readSchemas(context), ...writeSchemas(context) },
      responses,
      securitySchemes,
    },
  };
};
