// Every route: data alone, which the deployment, the server, OpenAPI and the tests read.
export { actionRoutes, contentRoutes } from './content.ts';
export { registerRoutes, scimRoutes } from './accounts.ts';
export {
  variablesIn,
  type AdministrationPermission,
  type RouteAccess,
  type ContentPermission,
  type Method,
  type RoutePermission,
  type Route,
} from './route.ts';
export { docsRoutes, graphqlRoutes, healthRoutes, livePath, mcpRoutes, oauthRoutes, openApiRoutes } from './site.ts';
export { searchRoutes, syncRoutes } from './site.ts';
export { contractRoutes, type RoutedContract } from './contractRoutes.ts';
export { fixedRoutes, routes, routesWith, type FunctionName } from './table.ts';
