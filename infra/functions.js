// @ts-check
// The Lambda functions of a deployment: one for each file of functions/, with its routes and its row of lambdas.js.
import { hasExtensions } from '../bin/extensions.js';
import { functionNames } from '../bin/buildFunctions.js';
import { functionsFolder } from '../bin/roots.js';
import { packagesFolder } from '../bin/packages.js';
import { swaggerUi } from '../bin/swaggerUi.js';
import { asyncInvocation } from './background.js';
import { concurrencyOf } from './concurrency.js';
import { lambdaOf, lambdas } from './lambdas.js';
import { environmentOf } from './resources.js';
import { logGroupOf, roleIdOf } from './roles.js';
import { deployedFunctions, loadRoutes } from './routes.js';
import { sharpFiles } from './sharp.js';
import { readStage, sub } from './stage.js';

/**
 * @returns {Promise<ReadonlyMap<string, readonly object[]>>} the events that start each function, by its name
 * @throws Error for a function without a file, without a row in lambdas.js, or without a route and an event
 */
const loadEvents = async () => {
  const routes = await loadRoutes();
  const files = await deployedFunctions();
  const sized = Object.keys(lambdas).filter((name) => name !== 'extensions');
  const missing = [...routes.keys(), ...sized].find((name) => !functionNames().includes(name));
  if (missing !== undefined) throw new Error(`functions/${missing}.ts does not exist`);
  return new Map(
    files.map((name) => {
      const requests = (routes.get(name) ?? []).map((httpApi) => ({ httpApi }));
      const { events } = lambdaOf(name);
      if (requests.length === 0 && events === undefined)
        throw new Error(`functions/${name}.ts: it has neither routes nor events in infra/lambdas.js`);
      return [name, [...requests, ...(events ?? [])]];
    }),
  );
};

/** @param {import('./stage.js').Variables} variables */
export const functions = async (variables) => {
  const stage = await readStage(variables);
  const { prefix, tracing, vpc } = stage;
  const environment = environmentOf(stage);
  const allEvents = await loadEvents();
  const reservedConcurrencyOf = concurrencyOf([...allEvents.keys()], stage);
  return Object.fromEntries(
    [...allEvents].map(([name, events]) => {
      const reservedConcurrency = reservedConcurrencyOf(name);
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
          handler: `${functionsFolder}/${name}/index.handler`,
          role: sub(`\${${roleIdOf(name)}.Arn}`),
          // The framework would make a log group for each function.
          ...{ disableLogs: true, logs: { logGroup: logGroupOf(name, stage) } },
          ...{ memorySize, timeout, environment },
          ...(reservedConcurrency === undefined ? {} : { reservedConcurrency }),
          ...(ephemeralStorageSize === undefined ? {} : { ephemeralStorageSize }),
          ...(background === undefined ? {} : asyncInvocation),
          ...(tracing ? { tracing: 'Active' } : {}),
          ...(vpc.subnets.length > 0 ? { vpc: { subnetIds: vpc.subnets, securityGroupIds: vpc.securityGroups } } : {}),
          package: {
            patterns: [
              `${functionsFolder}/${name}/index.mjs`,
              `${functionsFolder}/${name}/*.br`,
              `${functionsFolder}/${name}/${packagesFolder}/**`,
              // It names the project's files in logged errors.
              ...(hasExtensions() ? [`${functionsFolder}/${name}/index.mjs.map`] : []),
              ...(withSharp === true ? sharpFiles : []),
              ...(withSwaggerUi === true ? [`${functionsFolder}/${swaggerUi}/**`] : []),
            ],
          },
          events,
        },
      ];
    }),
  );
};
