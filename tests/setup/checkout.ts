// A checkout of its own, in which functions are built and packaged while other tests do the same elsewhere.
import { execFile } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll } from 'vitest';

const parts = ['bin', 'content-types', 'functions', 'infra', 'lib', 'sample', 'tsconfig.json', 'serverless.yml'];
const packages = ['package.json', 'package-lock.json', '.npmrc'];

export interface Ran {
  readonly status: number;
  readonly said: string;
}

export interface Checkout {
  readonly folder: string;
  /** Runs a program of Node in it, with this environment alone. */
  readonly run: (env: Readonly<Record<string, string>>, ...args: readonly string[]) => Promise<Ran>;
  /** The Serverless Framework. */
  readonly serverless: (env: Readonly<Record<string, string>>, ...args: readonly string[]) => Promise<Ran>;
  readonly read: (file: string) => Promise<string>;
}

/** Made for the test file that calls it, and gone with it. */
export const checkout = async (): Promise<Checkout> => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-checkout-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  for (const part of [...parts, ...packages]) cpSync(part, join(folder, part), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const run: Checkout['run'] = (env, ...args) =>
    new Promise((done) => {
      const options = { cwd: folder, env: { PATH: process.env.PATH ?? '', ...env }, maxBuffer: 64 * 1024 * 1024 };
      execFile(process.execPath, args, options, (error, out, err) => {
        done({ status: error === null ? 0 : Number(error.code ?? 1), said: out + err });
      });
    });
  return {
    folder,
    run,
    serverless: (env, ...args) => run({ HOME: folder, ...env }, 'node_modules/serverless/bin/serverless.js', ...args),
    read: (file) => readFile(join(folder, file), 'utf8'),
  };
};

/** Brings sharp for the functions, which npm may have to fetch. */
export const bringSharp = async ({ run }: Checkout): Promise<boolean> => {
  const { status } = await run(
    { HOME: process.env.HOME ?? '' },
    ...['--input-type=module', '-e', "(await import('./infra/sharp.js')).bringSharp()"],
  );
  return status === 0;
};
