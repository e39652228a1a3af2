// Routes that project code adds.
import type { DocumentsAccess } from './documents.ts';
import type { ProjectCaller } from './hooks.ts';

/** A JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface RouteRequest {
  readonly body: unknown;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly caller: ProjectCaller;
  readonly documents: DocumentsAccess;
  /** Ends the request with an error. */
  readonly fail: (status: number, message: string, details?: Readonly<Record<string, unknown>>) => never;
}

/** A route below `/api`. */
export interface RouteDefinition {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api`: `/newsletter`, `/orders/{id}`. */
  readonly path: string;
  /** `newsletter.subscribe`: what a role or a token must be allowed; `everyone`: no permission is needed. */
  readonly permission: string;
  readonly summary?: string;
  /** The schema of the JSON body. Without one, a body is refused. */
  readonly body?: JsonSchema;
  /** The schema of the answer, for the description of the API. */
  readonly answer?: JsonSchema;
  /** @returns the JSON of the answer, status 200; undefined: 204 */
  readonly handler: (request: RouteRequest) => unknown;
}
