// Builds the OpenAPI 3.1 document from the table of routes and the schema.
import type { Config } from '../../platform/config/index.ts';
import { ApiError } from '../../errors.ts';
import { documentActions, targetOf, type DocumentAction, type Route } from '../../api/http/index.ts';
import type { ContentType, JsonObject, Schema } from '../../schema/index.ts';
import { administration } from './administration.ts';
import { content } from './content.ts';
import { changes } from './sync.ts';
import { exampleComponents } from './examples.ts';
import { files } from './files.ts';
import { namesOf } from './names.ts';
import { callerSecurity, operationOf } from './operation.ts';
import { sharedParameters, typeParameters } from './parameterDefinitions.ts';
import { people } from './people.ts';
import { linkedDocument, readSchemas } from './reading.ts';
import { headers, requestBodies, responses, securitySchemes } from './responses.ts';
import { sessions } from './sessions.ts';
import { sharedSchemas } from './shared.ts';
import { site } from './site.ts';
import { typeResponses } from './typeResponses.ts';
import type { Context, Described, DescribedRoute, Examples } from './types.ts';
import { hooks } from './webhooks.ts';
import { writeSchemas } from './writing.ts';

/** The descriptions of routes that belong to no content type, by operation. */
const fixed = { ...site, ...sessions, ...people, ...administration, ...files, ...changes, ...hooks };

/** The routes, typed so that an operation without a description does not compile. */
export interface Routes {
  readonly fixed: readonly Route<keyof typeof fixed>[];
  readonly ofTypes: readonly Route<keyof typeof content>[];
}

export interface Served {
  readonly schema: Schema;
  readonly config: Config;
  readonly routes: Routes;
}

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly id: string;
  readonly described: Described;
}

/** Whose credentials a route takes, by its access in the table of routes. */
const asksOf = (access: Route['access']): Described['asks'] => {
  if (access === 'owner') return 'owner';
  return access === 'everyone' ? 'nobody' : 'caller';
};

const fixedOperations = (context: Context, { fixed: routes }: Routes): readonly Operation[] =>
  routes.map(({ method, path, operation, access, summary }) => {
    const describe: (context: Context) => DescribedRoute = fixed[operation];
    return { method, path, id: operation, described: { ...describe(context), summary, asks: asksOf(access) } };
  });

/** Whether a type has the route, by the same rule as in the handlers. */
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

const typeOperations = (context: Context, routes: Routes, segment: string, type: ContentType): readonly Operation[] =>
  routes.ofTypes.flatMap((route) => {
    const actions: readonly (DocumentAction | undefined)[] = route.path.includes('{action}')
      ? documentActions
      : [undefined];
    return actions.flatMap((action): readonly Operation[] => {
      // The routes of uid and bulk have no target; their descriptions decide.
      const isTarget = !/\/(?:uid|actions\/bulk)$/.test(route.path);
      if (isTarget && !isServed(context.schema, route, segment, action)) return [];
      const described = content[route.operation](context, { type, action });
      const path = route.path.replace('{contentType}', segment).replace('{action}', action ?? '');
      return described === undefined
        ? []
        : [{ method: route.method, path, id: `${type.singularName}.${action ?? route.operation}`, described }];
    });
  });

const pathsOf = (operations: readonly Operation[]): JsonObject => {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const { method, path, id, described } of operations)
    (paths[path] ??= {})[method.toLowerCase()] = operationOf(method, id, described);
  return paths;
};

const contextOf = ({ schema, config }: Served): Context => {
  const shared = Object.keys(sharedSchemas(schema));
  return { schema, config, names: namesOf(schema, [...shared, linkedDocument]) };
};

/** The description of the API, and a function that makes its examples. */
export interface Description {
  /** OpenAPI 3.1 as JSON. It refers to examples that it does not contain; `components` is its last key. */
  readonly document: JsonObject & { readonly components: JsonObject };
  /** The `examples` of its components. */
  readonly examples: (samples: Examples) => JsonObject;
}

/** @returns the part that is the same for every caller, and a function for the examples, which differ */
export const describeApi = (served: Served): Description => {
  const { schema, routes } = served;
  const context = contextOf(served);
  const operations = [
    ...[...schema.served].flatMap(([segment, type]) => typeOperations(context, routes, segment, type)),
    ...fixedOperations(context, routes),
  ];
  const tags = [...new Set(operations.map(({ described }) => described.tag))];
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Content API',
      version: '1.0.0',
      description:
        'The content types of this site over REST. Errors are `{data: null, error: {status, name, message, details}}`.',
    },
    servers: [{ url: '/' }],
    security: callerSecurity,
    tags: tags.map((name) => ({ name })),
    paths: pathsOf(operations),
    components: {
      schemas: { ...sharedSchemas(schema), ...readSchemas(context), ...writeSchemas(context) },
      parameters: { ...sharedParameters(context), ...typeParameters(context) },
      responses: { ...responses, ...typeResponses(context) },
      requestBodies: requestBodies(context),
      headers,
      securitySchemes,
    },
  };
  return { document, examples: (samples) => exampleComponents(context, samples) };
};

/**
 * @param samples documents of the database as examples; a type without one gets an example made from the schema
 * @returns an OpenAPI 3.1 document, as JSON
 */
export const openApiOf = (served: Served, samples: Examples = new Map()): JsonObject => {
  const { document, examples } = describeApi(served);
  return { ...document, components: { ...document.components, examples: examples(samples) } };
};
