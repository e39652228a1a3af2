// @ts-check
// The functions as serverless-offline serves them: on the paths that they are deployed on.
import process from 'node:process';
import { loadRoutes } from './routes.js';

/** By the folder that `npm run offline` builds them in, which it names in the environment. */
export const functions = async () =>
  Object.fromEntries(
    [...(await loadRoutes())].map(([name, routes]) => [
      name,
      {
        name: `lectern-${name}`,
        handler: `${process.env.OFFLINE_FUNCTIONS ?? ''}/${name}/index.handler`,
        // It answers HEAD where there is GET, and refuses a route of its own.
        events: routes.filter((route) => !route.startsWith('HEAD ')).map((httpApi) => ({ httpApi })),
      },
    ]),
  );
