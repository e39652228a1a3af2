// What a route is, and how a table of routes is written.

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The name of a permission; `extension::…` is that of a project's route. */
export type RoutePermission = `plugin::${string}.${string}` | `extension::${string}.${string}`;

/** The name of a permission of users. The owner token replaces it. */
export type AdministrationPermission = `admin::${string}.${string}`;

/** A permission for the content type that the path names, whose uid comes before the dot. The operation checks it. */
export type ContentPermission = `{contentType}.${string}`;

/**
 * Who may use a route: a caller who has this permission, or
 *
 * - `editor`: every logged-in user who could open the editor; `dispatch` checks it;
 * - `caller`: every caller whose credentials are valid or absent; the operation checks the permissions that the request needs;
 * - `everyone`: every caller; credentials are not read.
 */
export type RouteAccess =
  | AdministrationPermission
  | 'editor'
  | 'caller'
  | 'everyone'
  | RoutePermission
  | ContentPermission;

export interface Route<
  Operation extends string = string,
  Allowed extends RouteAccess = RouteAccess,
  Name extends string = string,
> {
  readonly method: Method;
  /** As API Gateway writes it. */
  readonly path: string;
  /** What answers it. OpenAPI knows a route that is not of a content type by this name. */
  readonly operation: Operation;
  /** The Lambda function that runs the operation: `functions/<function>.ts`, sized in `infra/lambdas.js`. */
  readonly function: Name;
  readonly access: Allowed;
  readonly summary: string;
}

type Row = readonly [method: Method, path: string, operation: string, access: RouteAccess, summary: string];

/**
 * @param name the Lambda function that answers the routes
 * @param rows a route each
 */
export const defineRoutes = <const Name extends string, const Rows extends readonly Row[]>(
  name: Name,
  rows: Rows,
): readonly Route<Rows[number][2], Rows[number][3], Name>[] =>
  rows.map(([method, path, operation, access, summary]: Rows[number]) => ({
    ...{ method, path, operation, access, summary },
    function: name,
  }));

/** How many variables the path of a route has: of several that match, the one with the fewest counts. */
export const variablesIn = ({ path }: Pick<Route, 'path'>): number => path.split('{').length - 1;
