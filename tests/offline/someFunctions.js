// @ts-check
// `lectern offline` with only the functions that TEST_FUNCTIONS names: building all takes ten seconds.
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { buildOutdated, loadProgram } from '../../bin/build.js';
import { buildFunctions } from '../../bin/buildFunctions.js';
import { findServerless } from '../../bin/peers.js';
import { packageRoot, projectRoot } from '../../bin/roots.js';
import { loadRoutes } from '../../infra/routes.js';

const names = (process.env.TEST_FUNCTIONS ?? '').split(',');
const { offline } = /** @type {typeof import('../../cli/dev/offline.ts')} */ (await loadProgram('offline'));
await offline({
  ...{ root: projectRoot, env: process.env, watched: [] },
  serverless: findServerless() ?? '',
  routes: new Map([...(await loadRoutes())].filter(([name]) => names.includes(name))),
  staticFiles: pathToFileURL(join(packageRoot, 'dist/staticFiles.mjs')).href,
  build: async (env, outdir) => {
    await buildFunctions({ env, names, outdir });
    await buildOutdated(['staticFiles']);
    return env;
  },
});
