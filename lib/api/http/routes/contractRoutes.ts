// The routes of a contract.
import type { Contract } from '../../../contracts/index.ts';
import type { Route, RouteAccess } from './route.ts';

/** @returns a route for each operation */
export const contractRoutes = <C extends Contract & { readonly access: RouteAccess }>({
  path: base,
  access,
  operations,
  function: name,
}: C): readonly Route<keyof C['operations'] & string, C['access'], C['function']>[] =>
  Object.entries(operations).map(([operation, { method, path = '', summary }]) => ({
    ...{ method, path: base + path, operation, access, summary },
    function: name,
  }));
