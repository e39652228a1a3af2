// `npm run offline`: runs the deployed functions on this machine, behind serverless-offline in place of API Gateway.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { checkReplicaSet, prepareIndexes } from '../../platform/db/index.ts';
import { createServiceFromEnvironment } from '../../platform/service.ts';
import { schemaWarnings } from '../../platform/site.ts';
import { dev } from './main.ts';
import { watchServer, type Server } from './server.ts';

interface Project {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** Builds the functions for the site that an environment names. */
  readonly build: (env: NodeJS.ProcessEnv, folder: string) => Promise<unknown>;
}

/** Creates the indexes that the functions expect, as a deployment does. */
const prepare = async (env: NodeJS.ProcessEnv): Promise<void> => {
  const service = await createServiceFromEnvironment(env);
  for (const warning of schemaWarnings(service.schema)) console.error(warning);
  try {
    const db = await service.database.get();
    await checkReplicaSet(db);
    await prepareIndexes(db, service.schema);
  } finally {
    await service.database.close();
  }
};

/** Starts serverless-offline; each function gets a worker that lives on between requests, as on Lambda. */
const startGateway = (root: string, env: NodeJS.ProcessEnv, folder: string): Server => {
  const options = {
    config: 'serverless.offline.yml',
    host: env.HOST ?? '127.0.0.1',
    httpPort: env.PORT ?? '3000',
    lambdaPort: '0',
  };
  const flags = ['localEnvironment', 'noTimeout', 'noSponsor', 'disableCookieValidation'];
  const child = spawn(
    process.execPath,
    [
      join(root, 'node_modules/serverless/bin/serverless.js'),
      'offline',
      ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
      ...flags.map((name) => `--${name}`),
    ],
    { cwd: root, env: { ...env, OFFLINE_FUNCTIONS: folder }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  return watchServer(child, env);
};

/** Runs until a signal ends it. */
export const offline = async ({ root, env, build }: Project): Promise<void> => {
  // A folder per process: another one may be running.
  const folder = `dist/offline-${process.pid}`;
  process.once('exit', () => {
    rmSync(join(root, folder), { recursive: true, force: true });
  });
  await dev({
    root,
    env,
    build: async (serverEnv) => {
      try {
        await build(serverEnv, folder);
        await prepare(serverEnv);
      } catch (error) {
        console.error(error instanceof Error ? error.message : error);
        throw error;
      }
    },
    start: (serverEnv) => startGateway(root, serverEnv, folder),
  });
};
