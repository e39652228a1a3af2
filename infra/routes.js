// @ts-check
// Loads lib/api/http/routes, the routes of the gateway.
import { loadProgram } from '../bin/build.js';
import { functionNames } from '../bin/buildFunctions.js';
import { projectRoutes } from './projectRoutes.js';

/** Adds HEAD to GET, because API Gateway serves it only with a route of its own. @param {string} method */
const methodsOf = (method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]);

/**
 * @returns {Promise<ReadonlyMap<string, readonly string[]>>} the routes of each function, in the syntax of API Gateway;
 *   `*` matches requests without another route
 */
export const loadRoutes = async () => {
  const { routes } = /** @type {typeof import('../lib/api/http/routes/index.ts')} */ (await loadProgram('routes'));
  const all = [...routes, ...(await projectRoutes()).map((route) => ({ ...route, function: 'extensions' }))];
  const names = [...new Set(all.map((route) => route.function))];
  return new Map([
    ...names.map((name) => {
      const own = all.filter((route) => route.function === name);
      return /** @type {const} */ ([
        name,
        own.flatMap(({ method, path }) => methodsOf(method).map((one) => `${one} ${path}`)),
      ]);
    }),
    ['unrouted', ['*']],
  ]);
};

/** The functions of a deployment: `extensions` only if the project has routes. @returns {Promise<readonly string[]>} */
export const deployedFunctions = async () => {
  const hasProjectRoutes = (await projectRoutes()).length > 0;
  return functionNames().filter((name) => name !== 'extensions' || hasProjectRoutes);
};
