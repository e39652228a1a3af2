// @ts-check
// The functions as they are deployed: a file of functions/ each, with its routes and its row of lambdas.js.
import { functionNames } from '../bin/build.js';
import { asyncInvocation } from './background.js';
import { lambdaOf, lambdas } from './lambdas.js';
import { pageFiles } from './swaggerUiFiles.js';
import { roleIdOf } from './roles.js';
import { loadRoutes } from './routes.js';
import { sharpFiles } from './sharp.js';
import { stageOf, sub } from './stage.js';

/**
 * @returns {Promise<ReadonlyMap<string, readonly object[]>>} what starts each function, by its name
 * @throws Error for a function without a file or without a row in lambdas.js, and for one that nothing starts
 */
const loadEvents = async () => {
  const routes = await loadRoutes();
  const files = functionNames();
  const missing = [...routes.keys(), ...Object.keys(lambdas)].find((name) => !files.includes(name));
  if (missing !== undefined) throw new Error(`There is no functions/${missing}.ts`);
  return new Map(
    files.map((name) => {
      const requests = (routes.get(name) ?? []).map((httpApi) => ({ httpApi }));
      const { events } = lambdaOf(name);
      if (requests.length === 0 && events === undefined)
        throw new Error(`functions/${name}.ts: no route of lib/http/routes and no event of infra/lambdas.js`);
      return [name, [...requests, ...(events ?? [])]];
    }),
  );
};

/** @param {import('./stage.js').Variables} variables */
export const functions = async (variables) => {
  const { prefix, tracing, vpc } = await stageOf(variables);
  return Object.fromEntries(
    [...(await loadEvents())].map(([name, events]) => {
      const {
        memorySize,
        timeout,
        ephemeralStorageSize,
        withSharp,
        withSwaggerUi,
        events: background,
      } = lambdaOf(name);
      return [
        name,
        {
          name: `${prefix}-${name}`,
          handler: `dist/functions/${name}/index.handler`,
          role: sub(`\${${roleIdOf(name)}.Arn}`),
          ...{ memorySize, timeout },
          ...(ephemeralStorageSize === undefined ? {} : { ephemeralStorageSize }),
          ...(background === undefined ? {} : asyncInvocation),
          ...(tracing ? { tracing: 'Active' } : {}),
          ...(vpc.subnets.length > 0 ? { vpc: { subnetIds: vpc.subnets, securityGroupIds: vpc.securityGroups } } : {}),
          package: {
            patterns: [
              `dist/functions/${name}/index.mjs`,
              ...(withSharp === true ? sharpFiles : []),
              ...(withSwaggerUi === true ? pageFiles : []),
            ],
          },
          events,
        },
      ];
    }),
  );
};
