// Serves a page to try GraphQL at its own address, in development.
import { parseRequestTarget } from './gatewayEvent.ts';
import { graphqlPage } from './graphqlPage.ts';
import type { ServeRequest } from './serveFiles.ts';

const headers = {
  'cache-control': 'no-store',
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'self'; img-src data:; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};

/** Answers what a browser asks for with its address line; the function `graphql` answers everything else. */
export const serveGraphqlPage: ServeRequest = (request, response) => {
  const { path, query } = parseRequestTarget(request);
  const isPage = request.method === 'GET' && path === '/graphql' && query === '';
  if (!isPage || request.headers.accept?.includes('text/html') !== true) return Promise.resolve(false);
  response.writeHead(200, headers).end(graphqlPage);
  return Promise.resolve(true);
};
