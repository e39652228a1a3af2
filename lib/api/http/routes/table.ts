// The table of routes: every route, in the order in which a router tries them.
import { siteContracts } from '../../../allContracts.ts';
import { type Extensions, projectPaths } from '../../../platform/extensions/index.ts';
import { registerRoutes, scimRoutes } from './accounts.ts';
import { contentRoutes } from './content.ts';
import {
  docsRoutes,
  graphqlRoutes,
  healthRoutes,
  mcpRoutes,
  oauthRoutes,
  openApiRoutes,
  searchRoutes,
  syncRoutes,
} from './site.ts';
import { contractRoutes } from './contractRoutes.ts';
import { variablesIn, type Route } from './route.ts';

/** One function answers all of them; it checks their permissions. */
const projectRows = (extensions: Extensions | undefined): readonly Route<'project', 'caller', 'extensions'>[] =>
  projectPaths(extensions).map(({ method, path }) => ({
    ...{ method, path, operation: 'project', access: 'caller', function: 'extensions' },
    summary: '',
  }));

/** The routes that belong to no content type. */
export const fixedRoutes = [
  ...healthRoutes,
  ...searchRoutes,
  ...syncRoutes,
  ...openApiRoutes,
  ...docsRoutes,
  ...graphqlRoutes,
  ...mcpRoutes,
  ...oauthRoutes,
  ...siteContracts.flatMap((contract: (typeof siteContracts)[number]) => contractRoutes(contract)),
  ...registerRoutes,
  ...scimRoutes,
];

/**
 * Lectern's own routes and those of the project. Fewer variables first: the router of `npm start` takes the first that fits.
 */
export const routesWith = (extensions: Extensions | undefined) =>
  [...fixedRoutes, ...projectRows(extensions), ...contentRoutes].sort((a, b) => variablesIn(a) - variablesIn(b));

/** Lectern's own routes. */
export const routes = routesWith(undefined);

export type FunctionName = (typeof routes)[number]['function'];
