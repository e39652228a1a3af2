// Routes that project code adds.
import type { DocumentsAccess } from './documents.ts';
import type { FromSchema, JsonSchema } from '../../schema/index.ts';
import type { ProjectCaller } from './hooks.ts';
import type { Mailer } from '../mail/index.ts';
import type { Register } from './register.ts';

export const routeMethods = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/** `everyone` as a permission: none is needed. */
export const everyone = 'everyone';

export interface RouteRequest<Body = unknown, Params = Readonly<Record<string, string>>> {
  /** The JSON of the body, or its text if its content type is not JSON. It fits the schema of the route. */
  readonly body: Body;
  /** The body as it was sent, with which signatures are checked. */
  readonly rawBody: string;
  /** The values of the variables in the path. */
  readonly params: Params;
  /** The query string, parsed like those of the REST API: `filters[title]=x` is `{ filters: { title: 'x' } }`. */
  readonly query: Readonly<Record<string, unknown>>;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly caller: ProjectCaller;
  readonly documents: DocumentsAccess;
  /** Sends mails through the transport of the configuration. */
  readonly mail: Mailer;
  /** Aborts when the handler has ended or its time is over, after which `documents` refuse to work: pass it to `fetch`. */
  readonly signal: AbortSignal;
  /** Ends the request with an error: a status from 400 to 599, in the form of all errors. */
  readonly fail: (status: number, message: string, details?: Readonly<Record<string, unknown>>) => never;
}

/** A route below `/api`. */
export interface RouteDefinition {
  readonly method: (typeof routeMethods)[number];
  /** Below `/api`: `/newsletter`, `/orders/{id}`. */
  readonly path: string;
  /** `newsletter.subscribe`: what a role or a token must be allowed; `everyone`: credentials are not read. */
  readonly permission: string;
  /** One line for the description of the API. */
  readonly summary?: string;
  /** The schema of the JSON body. Without one, a body is refused. */
  readonly body?: JsonSchema;
  /** The schema of the answer, for the description of the API. */
  readonly answer?: JsonSchema;
  /** @returns the JSON of the answer, status 200; undefined: 204; or `answer(…)` */
  readonly handler: (request: RouteRequest) => unknown;
}

/** The variables in a path, as texts. */
export type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Readonly<Record<Name, string>> & ParamsOf<Rest>
  : unknown;

/** A path whose variables have no names: `/orders/{}`. */
type ShapeOf<Path extends string> = Path extends `${infer Before}{${string}}${infer Rest}`
  ? `${Before}{}${ShapeOf<Rest>}`
  : Path;

type TakenPath = Register extends { readonly takenPaths: infer P } ? P : never;

/** Not assignable if the path is one of a content type of the project. */
type FreePath<Path extends string> = Path & (ShapeOf<Path> extends TakenPath ? never : unknown);

/**
 * Returns the route unchanged: it gives the handler the types of its path and of its body.
 *
 * TypeScript cannot infer them from an element of the list `routes`.
 */
export const defineRoute = <const Path extends string, const Body extends JsonSchema | undefined = undefined>(
  route: Omit<RouteDefinition, 'path' | 'body' | 'handler'> & {
    readonly path: FreePath<Path>;
    readonly body?: Body;
    readonly handler: (
      request: RouteRequest<Body extends JsonSchema ? FromSchema<Body> : undefined, ParamsOf<Path>>,
    ) => unknown;
  },
): RouteDefinition => route as object as RouteDefinition; // Lectern calls the handler only with what path and schema allow

/** The same in every copy of this file: project code has its own. */
const mark = Symbol.for('lectern.RouteAnswer');

/** An answer with a status and headers of its own. */
export interface RouteAnswer {
  readonly [mark]: true;
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Makes an answer of a route.
 *
 * @param status from 200 to 599
 * @param body JSON; a text with a `content-type` that is not JSON is sent as it is; undefined: no body
 */
export const answer = (status: number, body?: unknown, headers: RouteAnswer['headers'] = {}): RouteAnswer => ({
  [mark]: true,
  status,
  body,
  headers,
});

export const isRouteAnswer = (value: unknown): value is RouteAnswer =>
  typeof value === 'object' && value !== null && mark in value;
