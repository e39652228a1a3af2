// The routes of a contract.
import type { AccessOf, Contract } from '../../../contracts/index.ts';
import type { Route, RouteAccess } from './route.ts';

/** A contract whose routes the table may have. */
export type RoutedContract = Contract & { readonly access: RouteAccess | Readonly<Record<string, RouteAccess>> };

/** @returns a route for each operation */
export const contractRoutes = <C extends RoutedContract>({
  path: base,
  access,
  operations,
  function: name,
}: C): readonly Route<keyof C['operations'] & string, AccessOf<C> & RouteAccess, C['function']>[] =>
  Object.entries(operations).map(([operation, { method, path = '', summary }]) => ({
    ...{ method, path: base + path, operation, summary, function: name },
    access: (typeof access === 'string' ? access : access[operation]) as AccessOf<C> & RouteAccess, // of the contract
  }));
