// What a site says of itself, its locales, and what changed in it.
import { defineRoutes } from './route.ts';

export const healthRoutes = defineRoutes('health', [
  ['GET', '/_health', 'health', 'everyone', 'Checks that the process runs'],
  ['GET', '/_ready', 'ready', 'everyone', 'Checks that the process can answer requests'],
]);

export const openApiRoutes = defineRoutes('general', [
  ['GET', '/openapi.json', 'openapi', 'caller', 'Returns this description'],
]);

export const docsRoutes = defineRoutes('general', [
  ['GET', '/docs', 'docs', 'everyone', 'Shows this description as a page'],
  ['GET', '/docs/{file}', 'docsFile', 'everyone', 'Returns a file of that page'],
]);

/** `npm start` also serves streams there. */
export const livePath = '/api/live';

export const syncRoutes = defineRoutes('sync', [
  ['GET', '/api/sync', 'sync', 'caller', 'Returns changes of published documents since the previous call'],
  ['GET', livePath, 'live', 'caller', 'Names the tags of a page that have changed since the previous call'],
]);

export const searchRoutes = defineRoutes('search', [
  ['GET', '/api/search', 'search', 'caller', 'Finds documents of several types by words, the best first'],
]);

export const mcpRoutes = defineRoutes('mcp', [
  ['POST', '/mcp', 'mcp', 'caller', 'Answers agents, by the Model Context Protocol'],
]);

export const graphqlRoutes = defineRoutes('graphql', [
  ['GET', '/graphql', 'graphqlQuery', 'caller', 'Answers queries of GraphQL, which caches may keep'],
  ['POST', '/graphql', 'graphql', 'caller', 'Answers GraphQL, if the site has it (`graphql.enabled`)'],
]);

/** At the paths where clients of OAuth look (RFC 9728, older ones without the `/mcp`; RFC 8414), and those that they find there. */
export const oauthRoutes = defineRoutes('mcp', [
  ['GET', '/.well-known/oauth-protected-resource/mcp', 'describeResource', 'everyone', 'Describes `/mcp` to agents'],
  ['GET', '/.well-known/oauth-protected-resource', 'describeAgentResource', 'everyone', 'Returns the same'],
  ['GET', '/.well-known/oauth-authorization-server', 'describeAuthorization', 'everyone', 'Says how agents sign in'],
  ['POST', '/oauth/register', 'registerAgent', 'everyone', 'Registers the program of an agent'],
  ['POST', '/oauth/token', 'issueToken', 'everyone', 'Exchanges a code or a refresh token for tokens'],
]);
