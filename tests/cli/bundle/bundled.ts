// Builds functions as bundles and runs them in a separate process.
import { fork } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { afterAll } from 'vitest';
import type { Metafile } from 'esbuild';
import { buildFunctions } from '../../../bin/buildFunctions.js';
import type { Event } from '../../../lib/api/http/index.ts';

export interface Built {
  readonly folder: string;
  readonly metafile: Metafile;
}

/**
 * Builds functions for a folder of content types with the default configuration, and deletes them after the test file.
 */
export const buildBundles = async (contentTypes: string, names: readonly string[]): Promise<Built> => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-bundle-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const config = join(folder, 'lectern.json');
  await writeFile(config, '{}');
  const env = { CONTENT_TYPES: contentTypes, LECTERN_CONFIG: config };
  return { folder, metafile: await buildFunctions({ env, names, outdir: folder }) };
};

type Answer = APIGatewayProxyStructuredResultV2;

export interface Bundles {
  readonly ask: (name: string, event: Event) => Promise<Answer>;
  /** What the process has written so far. */
  readonly output: () => string;
  readonly stop: () => void;
}

/** Starts a process in the folder of the bundles; its environment is `env` and nothing else. */
export const processOf = (
  { folder }: Pick<Built, 'folder'> & Partial<Built>,
  env: Readonly<Record<string, string>>,
): Bundles => {
  const child = fork(new URL('runner.js', import.meta.url), { cwd: folder, env, execArgv: [], silent: true });
  const waiting = new Map<number, (answer: Answer) => void>();
  child.on('message', ({ id, result }: { readonly id: number; readonly result: Answer }) => {
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  let last = 0;
  return {
    output: () => output,
    ask: (name, event) =>
      new Promise((resolve) => {
        const id = ++last;
        waiting.set(id, resolve);
        child.send({ id, bundle: pathToFileURL(join(folder, name, 'index.mjs')).href, event });
      }),
    stop: () => child.kill(),
  };
};
