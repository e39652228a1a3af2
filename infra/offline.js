// @ts-check
// The Lambda functions for serverless.offline.yml: serverless-offline serves them on the deployed paths.
import process from 'node:process';
import { loadRoutes } from './routes.js';

/** Serves the files that are stored in a folder; deployed, the bucket does. */
const uploads = {
  name: 'lectern-uploads',
  handler: 'dist/uploads.handler',
  events: [{ httpApi: 'GET /uploads/{file}' }],
};

/** Uses the bundles that `npm run offline` builds in the folder OFFLINE_FUNCTIONS. */
export const functions = async () => ({
  ...Object.fromEntries(
    [...(await loadRoutes())].map(([name, routes]) => [
      name,
      {
        name: `lectern-${name}`,
        handler: `${process.env.OFFLINE_FUNCTIONS ?? ''}/${name}/index.handler`,
        // serverless-offline answers HEAD on GET routes itself and refuses routes for HEAD.
        events: routes.filter((route) => !route.startsWith('HEAD ')).map((httpApi) => ({ httpApi })),
      },
    ]),
  ),
  uploads,
});
