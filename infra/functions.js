// @ts-check
// The functions as they are deployed: one for each file of functions/, on the paths of functions/paths.ts.
import { functionNames } from '../bin/build.js';
import { asynchronously, background } from './background.js';
import { pageOf } from './page.js';
import { servedPaths } from './paths.js';
import { roleIdOf } from './roles.js';
import { sizeOf } from './sizes.js';
import { modulesOf } from './sharp.js';
import { stageOf, sub } from './stage.js';

/** HEAD is GET whose body is not sent: the gateway knows of that only what it is told. @param {string} method */
const methodsOf = (method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]);

/**
 * The names of the functions and what starts each.
 *
 * @returns {Promise<ReadonlyMap<string, readonly object[]>>}
 * @throws Error for one that nothing starts, and for a path that none answers
 */
const startedBy = async () => {
  const served = await servedPaths();
  const names = functionNames();
  const nameless = served.find(({ name }) => !names.includes(name));
  if (nameless !== undefined) throw new Error(`functions/paths.ts: there is no functions/${nameless.name}.ts`);
  return new Map(
    names.map((name) => {
      const routes = served
        .filter((one) => one.name === name)
        .flatMap(({ method, path }) => methodsOf(method).map((one) => ({ httpApi: `${one} ${path}` })));
      const events = [...routes, ...(name === 'unrouted' ? [{ httpApi: '*' }] : []), ...(background[name] ?? [])];
      if (events.length === 0 && !(name in background))
        throw new Error(`functions/${name}.ts: no path of functions/paths.ts and no event of infra/background.js`);
      return [name, events];
    }),
  );
};

/** @param {import('./stage.js').Variables} variables */
export const functions = async (variables) => {
  const { prefix, tracing, vpc } = await stageOf(variables);
  return Object.fromEntries(
    [...(await startedBy())].map(([name, events]) => [
      name,
      {
        name: `${prefix}-${name}`,
        handler: `dist/functions/${name}/index.handler`,
        role: sub(`\${${roleIdOf(name)}.Arn}`),
        ...sizeOf(name),
        ...(name in background ? asynchronously : {}),
        ...(tracing ? { tracing: 'Active' } : {}),
        ...(vpc.subnets.length > 0 ? { vpc: { subnetIds: vpc.subnets, securityGroupIds: vpc.securityGroups } } : {}),
        package: { patterns: [`dist/functions/${name}/index.mjs`, ...modulesOf(name), ...pageOf(name)] },
        events,
      },
    ]),
  );
};
