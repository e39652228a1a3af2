// Builds and starts the server of `lectern dev`, and starts it again after each change and each decision.
import { resolve } from 'node:path';
import pLimit from 'p-limit';
import { readSecrets, withParameters } from '../../lib/platform/config/index.ts';
import { openDatabase } from '../../lib/platform/db/index.ts';
import { contentTypesFolder } from '../../lib/platform/site.ts';
import { askTerminal } from '../terminal/askTerminal.ts';
import { formatError } from '../terminal/formatError.ts';
import { writeProjectTypes } from '../bundle/projectTypes.ts';
import { refusalsFor, type UndecidedRemoval } from '../migrate/index.ts';
import { refusedTypesVariable } from '../../lib/server/refuseTypes.ts';
import { rememberAddress } from './devAddress.ts';
import { devEditor } from './devEditor.ts';
import { firstRun, printFirstStart, type DevContext, type FirstStart } from './firstRun.ts';
import { applyDecision, prepareTypes } from './prepareTypes.ts';
import type { Server } from './server.ts';
import type { Shutdown } from './shutdown.ts';
import { readRevision, waitForDecision } from './waitForDecision.ts';

export interface Project {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** Files and folders to watch, besides those of the site. */
  readonly watched: readonly string[];
  /**
   * Builds what an environment needs.
   *
   * @returns the environment of the server: with the built extensions
   * @throws Error that says what is wrong; esbuild's own, which has `errors`, has been printed
   */
  readonly build: (env: NodeJS.ProcessEnv) => Promise<NodeJS.ProcessEnv>;
  readonly start: (env: NodeJS.ProcessEnv) => Server;
}

const log = (line: string): void => {
  console.error(line);
};

interface DevDatabase {
  readonly uri: string;
  /** Whether Lectern started it, for this project alone. */
  readonly isEmbedded: boolean;
}

/** The server with the removed attributes that the developer has to decide about; their types answer 503. */
const withRefusals = (env: NodeJS.ProcessEnv, removals: readonly UndecidedRemoval[]): NodeJS.ProcessEnv =>
  removals.length === 0 ? env : { ...env, [refusedTypesVariable]: JSON.stringify(refusalsFor(removals)) };

/**
 * @returns a function that builds and starts the server; each call first stops the previous server if the build succeeds. Where
 *   documents do not fit, it also asks the developer, and starts the server again when they do. It never throws
 */
export const createRestart = (
  { root, env: baseEnv, build, start }: Project,
  { uri, isEmbedded }: DevDatabase,
  shutdown: Shutdown,
): (() => Promise<void>) => {
  const contentTypes = resolve(root, contentTypesFolder(baseEnv));
  const env = { ...baseEnv, MONGODB_URI: uri, CONTENT_TYPES: contentTypes };
  const database = openDatabase(uri);
  const oneAtATime = pLimit(1);
  let server: Server | undefined;
  let first: Promise<FirstStart | undefined> | undefined;
  let waiting = new AbortController();
  shutdown.add(async () => {
    waiting.abort();
    await server?.stop();
    await database.close();
  });

  const waitAndRestart = (
    dev: DevContext,
    removals: readonly UndecidedRemoval[],
    revision: number | undefined,
  ): void => {
    const decision = {
      ...{ database, removals, revision, log },
      ask: process.stdin.isTTY ? askTerminal : undefined,
      apply: (options: Parameters<typeof applyDecision>[1]) => applyDecision(dev, options),
    };
    const { signal } = waiting;
    waitForDecision(decision, signal).then(restart, (error: unknown) => {
      if (!signal.aborted) log(formatError(error).join('\n'));
    });
  };

  const startServer = async (dev: DevContext, removals: readonly UndecidedRemoval[]): Promise<void> => {
    const started = start(withRefusals(dev.env, removals));
    server = started;
    const url = await started.ready;
    if (url === undefined) throw new Error('The server did not start');
    await rememberAddress(root, url);
    printFirstStart(url, await first);
    first = Promise.resolve(undefined);
    void started.ended.then(() => {
      if (server === started && !shutdown.hasBegun()) log('The server stopped: it starts again after the next change');
    });
  };

  const buildAndStart = async (): Promise<void> => {
    const builtEnv = await build(env).catch((error: unknown) => {
      // esbuild has printed a compile error with its location.
      if (!(error instanceof Error && 'errors' in error)) log(formatError(error).join('\n'));
      return undefined;
    });
    if (builtEnv === undefined || shutdown.hasBegun()) return;
    waiting.abort();
    waiting = new AbortController();
    await writeProjectTypes(builtEnv, root);
    const previous = server;
    server = undefined;
    await previous?.stop();
    const secrets = readSecrets(await withParameters(env));
    const dev: DevContext = { root, uri, secrets, env: builtEnv, log };
    const prepare = async (): Promise<FirstStart> => ({
      run: await firstRun(dev),
      editor: await devEditor({ ...dev, password: isEmbedded ? baseEnv.LECTERN_DEV_PASSWORD : undefined }),
    });
    first ??= prepare();
    await first.catch((error: unknown) => {
      first = undefined;
      throw error;
    });
    const revision = await readRevision(database);
    let removals: readonly UndecidedRemoval[] = [];
    let isReady = false;
    try {
      removals = await prepareTypes(dev, isEmbedded);
      await startServer(dev, removals);
      isReady = removals.length === 0;
    } finally {
      if (!isReady && !shutdown.hasBegun()) waitAndRestart(dev, removals, revision);
    }
  };

  const restart = (): Promise<void> =>
    oneAtATime(() =>
      buildAndStart().catch((error: unknown) => {
        if (!shutdown.hasBegun()) log(`${formatError(error).join('\n')}: waiting for a change`);
      }),
    );
  return restart;
};
