// The methods of the fixed paths that look like the path of a content type or document. In a bundle this is their list
// alone (cli/bundle), not the table of routes.
import { fixedRoutes, type Method } from './routes/index.ts';

/** `/api/sync` fits `/api/{contentType}`, and `/api/auth/local` fits `/api/{contentType}/{documentId}`. */
const looksLikeContent = /^\/api\/[^/{]+(?:\/[^/{]+)?$/;

const paths = [...new Set(fixedRoutes.map(({ path }) => path))].filter((path) => looksLikeContent.test(path));

/**
 * By path. The gateway hands a method that such a path lacks to the function of content types that has it, which answers
 * 405 by this list: a route for each of these methods would cost as many resources of the deployment.
 */
export const fixedMethods: Readonly<Record<string, readonly Method[]>> = Object.fromEntries(
  paths.map((path) => [path, fixedRoutes.filter((route) => route.path === path).map(({ method }) => method)]),
);
