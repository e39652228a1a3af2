// Builds the OpenAPI 3.1 document from the table of routes and the schema.
import type { Config } from '../../platform/config/index.ts';
import { projectRoutes, type Extensions } from '../../platform/extensions/index.ts';
import { ApiError } from '../../errors.ts';
import { documentActions, targetOf, type DocumentAction, type Route } from '../../api/http/index.ts';
import { reviewContract } from '../../releases/review/contract.ts';
import { hasReview, type ContentType, type JsonObject, type Schema } from '../../schema/index.ts';
import { contractDescriptions, documentDescriptions } from './contractDescriptions.ts';
import { contentDescriptions } from './contentDescriptions.ts';
import { searchDescriptions, syncDescriptions, site } from './site.ts';
import { exampleComponents } from './examples.ts';
import { assignNames } from './assignNames.ts';
import { callerSecurity, toOperation } from './toOperation.ts';
import { projectOperations } from './projectOperations.ts';
import { filterSchemas } from './filterSchemas.ts';
import { sharedParameters, typeParameters } from './parameterDefinitions.ts';
import { libraryFileName, linkedDocumentName, answerSchemas } from './answerSchemas.ts';
import { headers, requestBodies, responses, securitySchemes } from './responses.ts';
import { scim } from './scim.ts';
import { register } from './register.ts';
import { sharedSchemas } from './sharedSchemas.ts';
import { typeResponses } from './typeResponses.ts';
import type { Context, RouteDescription, DescribedRoute, Examples } from './types.ts';
import { bodySchemas } from './bodySchemas.ts';

/** The descriptions of routes that belong to no content type, by operation. */
const fixed = {
  ...contractDescriptions,
  ...site,
  register,
  ...scim,
  ...searchDescriptions,
  ...syncDescriptions,
};

/** The routes, typed so that an operation without a description does not compile. */
export interface Routes {
  readonly fixed: readonly Route<keyof typeof fixed>[];
  readonly ofTypes: readonly (Route<keyof typeof contentDescriptions> | OfEveryType)[];
}

export interface DescribedSite {
  readonly schema: Schema;
  readonly config: Config;
  /** The code of the project, which may have routes. */
  readonly extensions?: Extensions | undefined;
  readonly routes: Routes;
}

interface DescribedOperation {
  readonly method: string;
  readonly path: string;
  readonly id: string;
  readonly described: RouteDescription;
}

/** Whose credentials a route takes, by its access in the table of routes. */
const asksOf = (access: Route['access']): RouteDescription['credentials'] => {
  if (access.startsWith('admin::')) return 'administration';
  return access === 'everyone' ? 'nobody' : 'caller';
};

const fixedOperations = (context: Context, { fixed: routes }: Routes): readonly DescribedOperation[] =>
  routes.map(({ method, path, operation, access, summary }) => {
    const describe: (context: Context) => DescribedRoute = fixed[operation];
    return { method, path, id: operation, described: { ...describe(context), summary, credentials: asksOf(access) } };
  });

/** Described once for all content types. */
const ofEveryType = documentDescriptions;

type OfEveryType = Route<keyof typeof ofEveryType>;

const isOfEveryType = (route: Routes['ofTypes'][number]): route is OfEveryType =>
  Object.hasOwn(ofEveryType, route.operation);

/** The paths of single types name no document. Without stages, no type has their routes. */
const sharedOperations = (context: Context, { ofTypes }: Routes): readonly DescribedOperation[] =>
  ofTypes
    .filter(isOfEveryType)
    .filter(({ operation }) => hasReview(context.schema) || !Object.hasOwn(reviewContract.operations, operation))
    .map(({ method, path, operation, summary }) => {
      const isSingle = !path.includes('{documentId}');
      const { parameters = [], ...described } = ofEveryType[operation](context);
      const inPath = parameters.filter((one) => !isSingle || !('name' in one) || one.name !== 'documentId');
      return {
        ...{ method, path, id: isSingle ? `${operation}OfSingleType` : operation },
        described: { ...described, parameters: inPath, summary, credentials: 'caller' },
      };
    });

/** Whether a type has the route, by the same rule as in the handlers. */
const hasRoute = (
  schema: Schema,
  { method, path }: Route,
  contentType: string,
  action: string | undefined,
): boolean => {
  const documentId = path.includes('{documentId}') ? { documentId: 'any' } : {};
  try {
    targetOf({ method, params: { contentType, action, ...documentId } }, { schema });
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
};

const typeOperations = (
  context: Context,
  routes: Routes,
  segment: string,
  type: ContentType,
): readonly DescribedOperation[] =>
  routes.ofTypes.flatMap((route) => {
    if (isOfEveryType(route)) return [];
    const actions: readonly (DocumentAction | undefined)[] = route.path.includes('{action}')
      ? documentActions
      : [undefined];
    return actions.flatMap((action): readonly DescribedOperation[] => {
      // The routes of uid and bulk have no target; their descriptions decide.
      const isTarget = !/\/(?:uid|actions\/bulk)$/.test(route.path);
      if (isTarget && !hasRoute(context.schema, route, segment, action)) return [];
      const described = contentDescriptions[route.operation](context, { type, action });
      const path = route.path.replace('{contentType}', segment).replace('{action}', action ?? '');
      return described === undefined
        ? []
        : [{ method: route.method, path, id: `${type.singularName}.${action ?? route.operation}`, described }];
    });
  });

const pathsOf = (operations: readonly DescribedOperation[]): JsonObject => {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const { method, path, id, described } of operations)
    (paths[path] ??= {})[method.toLowerCase()] = toOperation(method, id, described);
  return paths;
};

const createContext = ({ schema, config }: DescribedSite): Context => {
  const shared = Object.keys(sharedSchemas(schema));
  return { schema, config, names: assignNames(schema, [...shared, linkedDocumentName, libraryFileName]) };
};

/** The description of the API, and a function that makes its examples. */
export interface Description {
  /** OpenAPI 3.1 as JSON. It refers to examples that it does not contain; `components` is its last key. */
  readonly document: JsonObject & { readonly components: JsonObject };
  /** The `examples` of its components. */
  readonly examples: (samples: Examples) => JsonObject;
}

/** @returns the part that is the same for every caller, and a function for the examples, which differ */
export const describeApi = (served: DescribedSite): Description => {
  const { schema, extensions, routes } = served;
  const context = createContext(served);
  const operations = [
    ...[...schema.served].flatMap(([segment, type]) => typeOperations(context, routes, segment, type)),
    ...sharedOperations(context, routes),
    ...projectOperations(projectRoutes(extensions)),
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
      schemas: {
        ...sharedSchemas(schema),
        ...answerSchemas(context),
        ...bodySchemas(context),
        ...filterSchemas(context),
      },
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
export const buildOpenApi = (served: DescribedSite, samples: Examples = new Map()): JsonObject => {
  const { document, examples } = describeApi(served);
  return { ...document, components: { ...document.components, examples: examples(samples) } };
};
