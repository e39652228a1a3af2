// Makes copies of the repository, so that tests can build and package functions at the same time.
import { execFile } from 'node:child_process';
import { cpSync, existsSync, symlinkSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, truncate } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll } from 'vitest';
import { noteMissing } from './noteMissing.ts';
import { sharedFolder } from './shared-folder.ts';

const copiedPaths = [
  'bin',
  'cli',
  'content-types',
  // Built already: see programs.ts.
  'dist/editor',
  'dist/editor.hash',
  ...['bundle', 'editor', 'lectern'].flatMap((name) => [`dist/${name}.mjs`, `dist/${name}.mjs.map`]),
  'editor',
  'functions',
  'infra',
  'lib',
  'sample',
  'tsconfig.json',
  'serverless.yml',
];
const packageFiles = ['package.json', 'package-lock.json', '.npmrc'];

export interface CommandResult {
  readonly status: number;
  readonly output: string;
}

export interface Checkout {
  readonly folder: string;
  /** Runs a Node program in the checkout, with only these environment variables. */
  readonly run: (env: Readonly<Record<string, string>>, ...args: readonly string[]) => Promise<CommandResult>;
  /** Runs the Serverless Framework in the checkout. */
  readonly serverless: (env: Readonly<Record<string, string>>, ...args: readonly string[]) => Promise<CommandResult>;
  readonly read: (file: string) => Promise<string>;
}

const copyTo = (folder: string): void => {
  for (const part of [...copiedPaths, ...packageFiles]) cpSync(part, join(folder, part), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
};

const framework = 'node_modules/serverless/bin/serverless.js';

/** The home folder has no credentials. The framework keeps the compiled schema of its configuration outside of it. */
const serverlessEnvironment = (home: string): Readonly<Record<string, string>> => ({
  HOME: home,
  SLS_SCHEMA_CACHE_BASE_DIR: homedir(),
});

const openCheckout = (folder: string): Checkout => {
  const run: Checkout['run'] = (env, ...args) =>
    new Promise((done) => {
      const options = { cwd: folder, env: { PATH: process.env.PATH ?? '', ...env }, maxBuffer: 64 * 1024 * 1024 };
      execFile(process.execPath, args, options, (error, out, err) => {
        done({ status: error === null ? 0 : Number(error.code ?? 1), output: out + err });
      });
    });
  return {
    folder,
    run,
    serverless: (env, ...args) => run({ ...serverlessEnvironment(folder), ...env }, framework, ...args),
    read: (file) => readFile(join(folder, file), 'utf8'),
  };
};

const unreachableUrl = 'http://127.0.0.1:1';
/** The value of every secret in the environment while functions are packaged: no package may contain it. */
export const packagingSecret = 'known-to-who-packages';
/** Environment variables that block the network and hold secrets. */
export const packagingEnvironment = {
  ...{
    HTTPS_PROXY: unreachableUrl,
    HTTP_PROXY: unreachableUrl,
    https_proxy: unreachableUrl,
    http_proxy: unreachableUrl,
  },
  ...{
    MONGODB_URI: `mongodb://user:${packagingSecret}@127.0.0.1`,
    LECTERN_SMTP_URL: `smtp://user:${packagingSecret}@127.0.0.1`,
  },
  LECTERN_TOKEN_SECRET: packagingSecret,
  LECTERN_JWT_SECRET: packagingSecret,
  LECTERN_OWNER_TOKEN: packagingSecret,
};

/** Installs sharp for the functions; npm may have to download it. */
const installSharp = async ({ run }: Checkout): Promise<boolean> => {
  const { status } = await run(
    { HOME: process.env.HOME ?? '' },
    ...['--input-type=module', '-e', "(await import('./infra/sharp.js')).installSharp()"],
  );
  return status === 0;
};

/** Shortens native files to their headers: compressing 16 MB for each of four functions takes a third of the time of packaging. */
const shortenSharp = async ({ folder }: Checkout): Promise<void> => {
  const names = await readdir(join(folder, '.lectern/functions/node_modules'), {
    recursive: true,
    withFileTypes: true,
  });
  for (const { name, parentPath } of names)
    if (/\.node$|\.so[.\d]*$/.test(name)) await truncate(join(parentPath, name), 64);
};

/**
 * Packages the stage dev in a checkout, once for all test files; they only read it.
 * `newProject.long.test.ts` packages all of sharp.
 *
 * @returns undefined if npm cannot download sharp; the console says so
 * @throws Error with the output of the command if packaging fails
 */
export const packagedCheckout = async (): Promise<Checkout | undefined> => {
  const folder = await sharedFolder('packaged', async (shared) => {
    copyTo(shared);
    const packagingCheckout = openCheckout(shared);
    if (!(await installSharp(packagingCheckout))) return;
    await shortenSharp(packagingCheckout);
    const { status, output } = await packagingCheckout.serverless(packagingEnvironment, 'package', '--stage', 'dev');
    // With what it does and how long that took.
    const steps = /^Building the functions …\n {2}[\d.]+ s\nWriting an archive .*\n {2}[\d.]+ s\n[^]*Service packaged/m;
    if (status !== 0 || !steps.test(output)) throw new Error(output);
  });
  if (existsSync(join(folder, '.serverless'))) return openCheckout(folder);
  noteMissing('sharp for Linux on arm64 is not here, and npm cannot fetch it: tests of packaged functions are skipped');
  return undefined;
};

/**
 * Makes a checkout for the calling test file, which is removed after its tests.
 *
 * @param template a checkout whose build output is copied too
 */
export const createCheckout = async (template?: Checkout): Promise<Checkout> => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-checkout-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  copyTo(folder);
  if (template !== undefined) cpSync(join(template.folder, '.lectern'), join(folder, '.lectern'), { recursive: true });
  return openCheckout(folder);
};
