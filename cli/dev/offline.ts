// `lectern offline`: runs the deployed functions on this machine, behind serverless-offline in place of API Gateway.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { checkReplicaSet, prepareIndexes } from '../../lib/platform/db/index.ts';
import { createServiceFromEnvironment } from '../../lib/platform/service.ts';
import { schemaWarnings } from '../../lib/platform/site.ts';
import { refusedTypesVariable } from '../../lib/server/refuseTypes.ts';
import { endWithOwner } from '../mongod/index.ts';
import { addressOf } from './devAddress.ts';
import { dev } from './main.ts';
import type { Project } from './restart.ts';
import { watchServer, type Server } from './server.ts';

interface OfflineProject extends Omit<Project, 'build' | 'start'> {
  /** Builds the functions for the site that an environment names. */
  readonly build: (env: NodeJS.ProcessEnv, folder: string) => Promise<NodeJS.ProcessEnv>;
  /** The routes of each function, in the syntax of API Gateway. */
  readonly routes: ReadonlyMap<string, readonly string[]>;
  /** The program of the Serverless Framework. */
  readonly serverless: string;
  /** The URL of the module that serves the editor and stored files; deployed, the bucket does. */
  readonly staticFiles: string;
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

/** The configuration of the Serverless Framework. Paths in it are relative to its folder. */
const configurationOf = (routes: OfflineProject['routes']): object => ({
  service: 'lectern-offline',
  configValidationMode: 'error',
  provider: { name: 'aws', runtime: 'nodejs24.x' },
  plugins: ['serverless-offline', './project.cjs'],
  functions: {
    ...Object.fromEntries(
      [...routes].map(([name, paths]) => [
        name,
        {
          name: `lectern-${name}`,
          handler: `${name}/index.handler`,
          events: paths.map((httpApi) => ({ httpApi })),
        },
      ]),
    ),
    staticFiles: {
      name: 'lectern-static-files',
      handler: 'staticFiles.handler',
      events: ['GET /uploads/{file}', 'GET /editor', 'GET /editor/{path+}'].map((httpApi) => ({ httpApi })),
    },
  },
});

/**
 * Writes a service for the Serverless Framework into the folder of the functions. It must be started in that folder, and
 * then changes to the project, where the functions find files.
 */
const writeService = (folder: string, { root, routes, staticFiles }: OfflineProject): void => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'serverless.json'), JSON.stringify(configurationOf(routes)));
  writeFileSync(join(folder, 'staticFiles.mjs'), `export * from ${JSON.stringify(staticFiles)};\n`);
  const constructor = `constructor() { process.chdir(${JSON.stringify(root)}); }`;
  writeFileSync(join(folder, 'project.cjs'), `module.exports = class Project { ${constructor} };\n`);
};

/** Starts serverless-offline; each function gets a worker that lives on between requests, as on Lambda. */
const startGateway = (serverless: string, env: NodeJS.ProcessEnv, folder: string): Server => {
  const { host, port } = addressOf(env);
  const options = { host, httpPort: String(port), lambdaPort: '0' };
  const flags = ['localEnvironment', 'noTimeout', 'noSponsor', 'disableCookieValidation'];
  const child = spawn(
    process.execPath,
    [
      serverless,
      'offline',
      ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
      ...flags.map((name) => `--${name}`),
    ],
    { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  if (child.pid !== undefined) {
    const guard = endWithOwner(child.pid);
    child.once('exit', () => guard.kill());
  }
  return watchServer(child, env);
};

/** Runs until a signal ends it. */
export const offline = async (project: OfflineProject): Promise<void> => {
  const { root, env, watched, build, serverless } = project;
  // A folder per process: another one may be running.
  const folder = join(root, `.lectern/offline-${process.pid}`);
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  await dev({
    ...{ root, env, watched },
    build: async (serverEnv) => {
      const builtEnv = await build(serverEnv, folder);
      writeService(folder, project);
      await prepare(builtEnv);
      return builtEnv;
    },
    start: (serverEnv) => {
      // The functions are those of a deployment, and know nothing of refused types.
      if (refusedTypesVariable in serverEnv) throw new Error('The functions wait for a decision');
      return startGateway(serverless, serverEnv, folder);
    },
  });
};
