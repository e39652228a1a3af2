// The routes of a contract.
import type { AccessOf, Contract } from '../../../contracts/index.ts';
import type { Route, RouteAccess } from './route.ts';

/** A contract whose routes the table may have. */
export type RoutedContract = Contract & { readonly access: RouteAccess | Readonly<Record<string, RouteAccess>> };

/** The path of a contract; with that of a single type, which names no document, if it is about documents. */
const pathsOf = ({ path, ofDocuments }: Contract): readonly string[] =>
  ofDocuments === true ? [path, path.replace('/{documentId}', '')] : [path];

/** @returns a route for each operation, or two if it is about documents */
export const contractRoutes = <C extends RoutedContract>(
  contract: C,
): readonly Route<keyof C['operations'] & string, AccessOf<C> & RouteAccess, C['function']>[] => {
  const { access, operations, function: name } = contract;
  return pathsOf(contract).flatMap((base) =>
    Object.entries(operations).map(([operation, { method, path = '', summary }]) => ({
      ...{ method, path: base + path, operation, function: name },
      summary: summary.replace('{document}', base.includes('{documentId}') ? 'a document' : 'a single type'),
      access: (typeof access === 'string' ? access : access[operation]) as AccessOf<C> & RouteAccess, // of the contract
    })),
  );
};
