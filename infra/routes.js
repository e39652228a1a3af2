// @ts-check
// The routes of the gateway: those of lambdas.js, and those of the project.
import { functionNames } from '../bin/buildFunctions.js';
import { readWebSettings } from './configuration.js';
import { backgroundFunctions, lambdas, pathsBesideWeb } from './lambdas.js';
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
  if (readWebSettings() !== undefined)
    return new Map(Object.entries(pathsBesideWeb).map(([name, path]) => [name, [`ANY ${path}`]]));
  const project = (await projectRoutes()).map(keyOf);
  const own = Object.entries(lambdas).flatMap(([name, { routes }]) =>
    routes === undefined ? [] : [/** @type {const} */ ([name, routes])],
  );
  return new Map([...own, ...(project.length === 0 ? [] : [/** @type {const} */ (['extensions', project])])]);
};

/** The functions of a deployment: `extensions` only if the project has routes; few beside a web function. @returns {Promise<readonly string[]>} */
export const deployedFunctions = async () => {
  if (readWebSettings() !== undefined) return [...Object.keys(pathsBesideWeb), ...backgroundFunctions];
  const hasProjectRoutes = (await projectRoutes()).length > 0;
  return functionNames().filter((name) => name !== 'extensions' || hasProjectRoutes);
};
