// @ts-check
// The routes of the gateway: those of lambdas.js, and those of the project.
import { functionNames } from '../bin/buildFunctions.js';
import { lambdas } from './lambdas.js';
import { projectRoutes } from './projectRoutes.js';

/**
 * `ANY` takes GET and HEAD. Other methods are exact, as those of content are.
 *
 * @param {import('./projectRoutes.js').Route} route
 */
const keyOf = ({ method, path }) => `${method === 'GET' ? 'ANY' : method} ${path}`;

/**
 * @returns {Promise<ReadonlyMap<string, readonly string[]>>} the routes of each function, in the syntax of the Serverless
 *   Framework; `*` takes requests without another route
 */
export const loadRoutes = async () => {
  const project = (await projectRoutes()).map(keyOf);
  const own = Object.entries(lambdas).flatMap(([name, { routes }]) =>
    routes === undefined ? [] : [/** @type {const} */ ([name, routes])],
  );
  return new Map([...own, ...(project.length === 0 ? [] : [/** @type {const} */ (['extensions', project])])]);
};

/** The functions of a deployment: `extensions` only if the project has routes. @returns {Promise<readonly string[]>} */
export const deployedFunctions = async () => {
  const hasProjectRoutes = (await projectRoutes()).length > 0;
  return functionNames().filter((name) => name !== 'extensions' || hasProjectRoutes);
};
