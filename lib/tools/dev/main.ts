// `npm run dev`: starts an embedded MongoDB and the server, and restarts the server after each change.
import { join, relative, resolve } from 'node:path';
import { configFile, readConfig, readSecrets, withParameters } from '../../platform/config/index.ts';
import { contentTypesFolder } from '../../platform/site.ts';
import { changes } from './changes.ts';
import { onEnding, type Ending } from './ending.ts';
import { firstRun, type FirstRun } from './firstRun.ts';
import { startMongod } from './mongod/index.ts';
import { checkPort } from './port.ts';
import { withSecrets } from './secrets.ts';
import type { Server } from './server.ts';

export { startServer } from './server.ts';

interface Project {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** Builds the server for an environment; prints the faults before it throws. */
  readonly build: (env: NodeJS.ProcessEnv) => Promise<unknown>;
  readonly start: (env: NodeJS.ProcessEnv) => Server;
}

const log = (line: string): void => {
  console.error(line);
};

const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const embedded = async (root: string, ending: Ending): Promise<string> => {
  const mongod = await startMongod({ dataDir: join(root, '.data/mongodb'), log });
  ending.add(mongod.stop);
  void mongod.ended.then(() => {
    if (ending.begun()) return;
    log('MongoDB stopped unexpectedly: start `npm run dev` again');
    return ending.end(1);
  });
  return mongod.uri;
};

const tell = (url: string, { token, paths }: FirstRun): void => {
  console.log('\nThis is the first run. A full-access token, shown only once:\n');
  console.log(`  ${token}\n\nRequests to try:\n`);
  for (const path of paths) console.log(`  curl -g -H 'Authorization: Bearer ${token}' '${url}${path}'`);
  console.log('');
};

/** @returns a function that builds and starts the server; each call first stops the previous server if the build succeeds */
const serving = ({ root, env: given, build, start }: Project, uri: string, ending: Ending): (() => Promise<void>) => {
  const contentTypes = resolve(root, contentTypesFolder(given));
  const env = { ...given, MONGODB_URI: uri, CONTENT_TYPES: contentTypes };
  let server: Server | undefined;
  let first: Promise<FirstRun | undefined> | undefined;
  ending.add(async () => server?.stop());

  return async () => {
    const compiles = await build(env).then(
      () => true,
      () => false,
    );
    if (!compiles || ending.begun()) return;
    const last = server;
    server = undefined;
    await last?.stop();
    const secrets = readSecrets(await withParameters(env));
    first ??= firstRun({ root, uri, secrets, config: await readConfig(env), contentTypes, log });
    const news = await first.catch((error: unknown) => {
      first = undefined;
      throw error;
    });
    const started = start(env);
    server = started;
    const url = await started.ready;
    if (url === undefined) throw new Error('The server did not start');
    if (news !== undefined) tell(url, news);
    first = Promise.resolve(undefined);
    void started.ended.then(() => {
      if (server === started && !ending.begun()) log('The server stopped: it starts again after the next change');
    });
  };
};

/** Runs until a signal ends it. */
export const dev = async (given: Project): Promise<void> => {
  const ending = onEnding();
  try {
    const { root } = given;
    const env = await withSecrets(given.env, join(root, '.data/secrets.json'));
    const project = { ...given, env };
    await checkPort(env.HOST ?? '127.0.0.1', Number(env.PORT ?? 3000));
    const uri =
      env.MONGODB_URI === undefined || env.MONGODB_URI === '' ? await embedded(root, ending) : env.MONGODB_URI;
    const serve = serving(project, uri, ending);
    const up = (): Promise<void> =>
      serve().catch((error: unknown) => {
        if (!ending.begun()) log(`${message(error)}: waiting for a change`);
      });
    await up();
    const watched = ['lib', 'functions', contentTypesFolder(env), configFile(env)];
    for await (const paths of changes(watched.map((folder) => resolve(root, folder)))) {
      log(`Changed: ${paths.map((path) => relative(root, path)).join(', ')}`);
      await up();
    }
  } catch (error) {
    log(message(error));
    await ending.end(1);
  }
};
