// `lectern dev`: starts an embedded MongoDB and the server, and restarts the server after each change.
import { join, relative, resolve } from 'node:path';
import { configFile, readSecrets, withParameters } from '../../platform/config/index.ts';
import { contentTypesFolder } from '../../platform/site.ts';
import { findLayout, ownLayout } from '../../schema/index.ts';
import { writeProjectTypes } from '../bundle/projectTypes.ts';
import { watchChanges } from './watchChanges.ts';
import { createShutdown, type Shutdown } from './shutdown.ts';
import { rememberAddress } from './devAddress.ts';
import { devEditor, type DevEditor } from './devEditor.ts';
import { firstRun, type FirstRun } from './firstRun.ts';
import { startMongod } from './mongod/index.ts';
import { checkPort } from './checkPort.ts';
import { withSecrets } from './withSecrets.ts';
import type { Server } from './server.ts';

export { startServer } from './server.ts';

export interface Project {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** Files and folders to watch, besides those of the site. */
  readonly watched: readonly string[];
  /**
   * Builds what an environment needs; prints the faults before it throws.
   *
   * @returns the environment of the server: with the built extensions
   */
  readonly build: (env: NodeJS.ProcessEnv) => Promise<NodeJS.ProcessEnv>;
  readonly start: (env: NodeJS.ProcessEnv) => Server;
}

const log = (line: string): void => {
  console.error(line);
};

const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const startEmbedded = async (root: string, shutdown: Shutdown): Promise<string> => {
  const mongod = await startMongod({ dataDir: join(root, '.data/mongodb'), log });
  shutdown.add(mongod.stop);
  void mongod.ended.then(() => {
    if (shutdown.hasBegun()) return;
    log('MongoDB stopped unexpectedly: start `npm run dev` again');
    return shutdown.end(1);
  });
  return mongod.uri;
};

const printFirstRun = (url: string, { token, paths }: FirstRun): void => {
  console.log('\nThis is the first run. A full-access token, shown only once:\n');
  console.log(`  ${token}\n\nRequests to try:\n`);
  for (const path of paths) console.log(`  curl -g -H 'Authorization: Bearer ${token}' '${url}${path}'`);
  console.log('');
};

const printEditor = (url: string, { account }: DevEditor): void => {
  const login =
    account === undefined
      ? 'Make yourself an account: `lectern user create --email you@example.org --role administrator`'
      : `Log in as ${account.email}, password: ${account.password ?? 'the one that you have set'}`;
  console.log(`\nThe editor: ${url}/editor/\n  ${login}\n`);
};

interface DevDatabase {
  readonly uri: string;
  /** Whether Lectern started it, for this project alone. */
  readonly isEmbedded: boolean;
}

/** What happens before the first start of the server. */
interface First {
  readonly run: FirstRun | undefined;
  readonly editor: DevEditor | undefined;
}

/** @returns a function that builds and starts the server; each call first stops the previous server if the build succeeds */
const createRestart = (
  { root, env: baseEnv, build, start }: Project,
  { uri, isEmbedded }: DevDatabase,
  shutdown: Shutdown,
): (() => Promise<void>) => {
  const contentTypes = resolve(root, contentTypesFolder(baseEnv));
  const env = { ...baseEnv, MONGODB_URI: uri, CONTENT_TYPES: contentTypes };
  let server: Server | undefined;
  let first: Promise<First | undefined> | undefined;
  shutdown.add(async () => server?.stop());

  return async () => {
    const builtEnv = await build(env).catch(() => undefined);
    if (builtEnv === undefined || shutdown.hasBegun()) return;
    await writeProjectTypes(builtEnv, root);
    const previous = server;
    server = undefined;
    await previous?.stop();
    const secrets = readSecrets(await withParameters(env));
    const prepare = async (): Promise<First> => ({
      run: await firstRun({ root, uri, secrets, env: builtEnv, log }),
      editor: await devEditor({
        ...{ uri, secrets, env: builtEnv, log },
        password: isEmbedded ? baseEnv.LECTERN_DEV_PASSWORD : undefined,
      }),
    });
    first ??= prepare();
    const prepared = await first.catch((error: unknown) => {
      first = undefined;
      throw error;
    });
    const started = start(builtEnv);
    server = started;
    const url = await started.ready;
    if (url === undefined) throw new Error('The server did not start');
    await rememberAddress(root, url);
    if (prepared?.run !== undefined) printFirstRun(url, prepared.run);
    if (prepared?.editor !== undefined) printEditor(url, prepared.editor);
    first = Promise.resolve(undefined);
    void started.ended.then(() => {
      if (server === started && !shutdown.hasBegun()) log('The server stopped: it starts again after the next change');
    });
  };
};

/** The folders that schema files are in; in a Strapi project its other folders are not watched. */
const schemaFolders = async (folder: string): Promise<readonly string[]> =>
  (await findLayout(folder).catch(() => ownLayout)).roots.map((path) => join(folder, path));

/** Runs until a signal ends it. */
export const dev = async (options: Project): Promise<void> => {
  const shutdown = createShutdown();
  try {
    const { root } = options;
    const env = await withSecrets(options.env, join(root, '.data/secrets.json'));
    const project = { ...options, env };
    await checkPort(env.HOST ?? '127.0.0.1', Number(env.PORT ?? 3000));
    const { MONGODB_URI: ownUri = '' } = env;
    const isEmbedded = ownUri === '';
    const uri = isEmbedded ? await startEmbedded(root, shutdown) : ownUri;
    const restart = createRestart(project, { uri, isEmbedded }, shutdown);
    const restartOrWait = (): Promise<void> =>
      restart().catch((error: unknown) => {
        if (!shutdown.hasBegun()) log(`${message(error)}: waiting for a change`);
      });
    await restartOrWait();
    const watched = [
      'extensions',
      ...options.watched,
      ...(await schemaFolders(resolve(root, contentTypesFolder(env)))),
      configFile(env),
    ];
    for await (const paths of watchChanges(watched.map((folder) => resolve(root, folder)))) {
      log(`Changed: ${paths.map((path) => relative(root, path)).join(', ')}`);
      await restartOrWait();
    }
  } catch (error) {
    log(message(error));
    await shutdown.end(1);
  }
};
