// Answers the requests of a project's routes.
import type { ValidateFunction } from 'ajv';
import { MongoError } from 'mongodb';
import { invalid, invalidValues } from '../../errors.ts';
import { isLockTimeout } from '../../platform/db/index.ts';
import { projectCallerOf, type Caller } from '../../platform/access/index.ts';
import {
  callProjectCode,
  ProjectCodeError,
  projectRoutes,
  type FromFile,
  type ProjectRoute,
  type RouteDefinition,
} from '../../platform/extensions/index.ts';
import { projectMailer } from '../../platform/mail/index.ts';
import type { Service } from '../../platform/service.ts';
import { parseTree } from '../../read/query/index.ts';
import { checkStructure, jsonFaults, reportsAllErrors } from '../../write/input/index.ts';
import { documentsFor, untilAborted } from '../../write/operations/index.ts';
import {
  answerUnrouted,
  identifyPermitted,
  matchTemplate,
  bodyNotJson,
  isJson,
  isUrlEncodedForm,
  parseBody,
  refuseBody,
  segmentsOf,
  templateOf,
  type Operation,
  type Request,
} from '../http/index.ts';
import { bodyValidators } from './bodyValidators.ts';
import { fail, toAnswer } from './toAnswer.ts';

/** API Gateway waits 30 seconds. */
const handlerSeconds = 25;

interface FoundRoute {
  readonly route: ProjectRoute;
  readonly own: FromFile<RouteDefinition>;
  readonly params: Request['params'];
}

/**
 * The gateway may prefer a path that has other methods: that of `GET /shop/cart/{id}` to that of `POST /shop/{kind}/{id}`.
 *
 * @returns undefined for a method that the path lacks
 */
const routeOf = ({ method, route: chosen, path, params }: Request, { extensions }: Service): FoundRoute | undefined => {
  const segments = segmentsOf(path);
  // The data of the routes are in the order of their code.
  const found = projectRoutes(extensions).flatMap((route, index) => {
    const own = extensions?.routes[index];
    const values = route.path === chosen ? params : matchTemplate(templateOf(route.path), segments);
    return own === undefined || values === undefined || route.method !== method ? [] : [{ route, own, params: values }];
  });
  return found.find(({ route }) => route.path === chosen) ?? found[0];
};

/**
 * @returns a caller with the permission of the route. For `everyone` it is the public, whatever the request says: its
 *   credentials may be those of another service
 */
const admitCaller = async (request: Request, service: Service, { permission }: ProjectRoute): Promise<Caller> => {
  if (permission === undefined) {
    request.logFields.caller = 'public';
    return service.access.identify(undefined);
  }
  const dot = permission.lastIndexOf('.');
  return identifyPermitted(request, service, [permission.slice(dot + 1)], permission.slice(0, dot));
};

interface RouteBody {
  readonly body: unknown;
  readonly rawBody: string;
}

const checkBody = (
  body: unknown,
  contentType: string | undefined,
  { all, first }: Readonly<Record<'all' | 'first', ValidateFunction>>,
): void => {
  if (body === undefined) throw invalid('This request needs a body');
  checkStructure(body);
  const faults = jsonFaults(reportsAllErrors(body) ? all : first, body);
  if (faults.length > 0) throw isUrlEncodedForm(contentType) ? bodyNotJson() : invalidValues(faults);
};

/** @throws ApiError 400 with every fault of the body; and as `Request.readText` */
const readRouteBody = async (request: Request, route: ProjectRoute): Promise<RouteBody> => {
  if (request.method === 'GET') return { body: undefined, rawBody: '' };
  const rawBody = await request.readText();
  const { 'content-type': contentType } = request.headers;
  const body = isJson(contentType) ? parseBody(rawBody, request.headers) : rawBody || undefined;
  if (route.body === undefined) {
    refuseBody(body);
    return { body: undefined, rawBody };
  }
  checkBody(body, contentType, bodyValidators({ ...route, body: route.body }));
  return { body, rawBody };
};

/** The variables of the path; a route has no others. */
const textParams = (params: Request['params']): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

/** The error of the database that ended a handler, which is no fault of its code. */
const databaseError = (error: unknown): unknown => {
  const cause = error instanceof ProjectCodeError ? error.cause : undefined;
  return cause instanceof MongoError || isLockTimeout(cause) ? cause : undefined;
};

/**
 * Calls the handler of the route that a request is for.
 *
 * @throws ApiError 405 for the method, 401 and 403 for the caller, 400 for the query or the body, 503 if the handler takes too long, and what the
 *   handler ends the request with; ProjectCodeError for what it throws otherwise
 */
export const answerRoute: Operation = async (request, service) => {
  const found = routeOf(request, service);
  if (found === undefined) return answerUnrouted(request, service);
  const { route, own, params } = found;
  const caller = await admitCaller(request, service, route);
  const query = parseTree(request.query);
  const { body, rawBody } = await readRouteBody(request, route);
  const { method, path, handler } = own.value;
  const over = new AbortController();
  const { signal } = over;
  const documents = untilAborted(documentsFor(service, caller), signal);
  try {
    return await callProjectCode(`${method} ${path} in ${own.file}`, handlerSeconds, async () => {
      const returned = await handler({
        ...{ body, rawBody, query, headers: request.headers, params: textParams(params) },
        ...{ caller: projectCallerOf(caller), documents, mail: projectMailer(service), signal, fail },
      });
      return toAnswer(returned, service.config.api.rest.maxResponseBytes);
    });
  } catch (error) {
    throw databaseError(error) ?? error;
  } finally {
    over.abort();
  }
};
