// @ts-check
// The functions as serverless-offline serves them: on the paths that they are deployed on.
import process from 'node:process';
import { servedPaths } from './paths.js';

/** @param {string} name @param {readonly string[]} routes as API Gateway writes them */
const functionOf = (name, routes) => ({
  name: `lectern-${name}`,
  handler: `${process.env.OFFLINE_FUNCTIONS ?? ''}/${name}/index.handler`,
  events: routes.map((httpApi) => ({ httpApi })),
});

/** By the folder that `npm run offline` builds them in, which it names in the environment. */
export const functions = async () => {
  const served = await servedPaths();
  const names = [...new Set(served.map(({ name }) => name))];
  const routesOf = (/** @type {string} */ one) =>
    served.filter(({ name }) => name === one).map(({ method, path }) => `${method} ${path}`);
  return Object.fromEntries(
    names.map((name) => [name, functionOf(name, [...routesOf(name), ...(name === 'unrouted' ? ['*'] : [])])]),
  );
};
