// The routes of a project as data. In the bundle of a function, a module with this data replaces this one (cli/bundle),
// so that functions which only name the routes do not contain their code.
import type { Extensions } from './compile.ts';
import type { JsonSchema } from '../../schema/index.ts';
import { everyone, type RouteDefinition } from './routes.ts';

export interface ProjectPath {
  readonly method: RouteDefinition['method'];
  /** The whole path: `/api/newsletter`. */
  readonly path: string;
}

export interface ProjectRoute extends ProjectPath {
  /** The name of the permission as it is stored; undefined: everyone may use the route. */
  readonly permission: string | undefined;
  readonly summary: string | undefined;
  readonly body: JsonSchema | undefined;
  readonly answer: JsonSchema | undefined;
}

export const projectPaths = (extensions: Extensions | undefined): readonly ProjectPath[] =>
  (extensions?.routes ?? []).map(({ value: { method, path } }) => ({ method, path: `/api${path}` }));

export const projectRoutes = (extensions: Extensions | undefined): readonly ProjectRoute[] =>
  (extensions?.routes ?? []).map(({ value: { method, path, permission, summary, body, answer } }) => ({
    ...{ method, path: `/api${path}`, summary, body, answer },
    permission: permission === everyone ? undefined : `extension::routes.${permission}`,
  }));
