// Copies the sample site into a folder of its own.
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { sharedFolder } from '../setup/shared-folder.ts';

export interface ProgramResult {
  readonly code: number;
  readonly output: string;
}

export interface SiteFolder {
  readonly folder: string;
  /** The environment for its programs, in which they may connect to this machine only. */
  readonly env: Readonly<Record<string, string>>;
  readonly run: (
    program: string,
    args: readonly string[],
    env: Readonly<Record<string, string>>,
  ) => Promise<ProgramResult>;
}

const parts = ['assets', 'pages', 'src', 'tsconfig.json'];
const packages = ['package.json', 'package-lock.json', '.npmrc'];

const unreachable = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/;

/** A module to load before a program: it makes connections to other machines an error. */
const guard = `
const net = require('node:net');
const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...args) {
  const [options] = Array.isArray(args[0]) ? args[0] : args;
  const host = options.host ?? 'localhost';
  if (!options.path && !['127.0.0.1', 'localhost', '::1'].includes(host)) throw new Error('an outside request: ' + host);
  return connect.apply(this, args);
};
`;

const runIn =
  (folder: string): SiteFolder['run'] =>
  (program, args, env) =>
    new Promise((done) => {
      const options = { cwd: folder, env, maxBuffer: 16 * 1024 * 1024 };
      execFile(program, args, options, (error, out, err) => {
        done({ code: error === null ? 0 : Number(error.code ?? 1), output: out + err });
      });
    });

/**
 * Installs the packages of the site, once for all test files.
 *
 * @returns undefined if npm cannot reach the registry, with a warning
 */
const sitePackages = async (env: SiteFolder['env']): Promise<string | undefined> => {
  const folder = await sharedFolder('site', async (shared) => {
    for (const part of packages) cpSync(join('examples/site', part), join(shared, part));
    const { code, output } = await runIn(shared)('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], env);
    if (code === 0) return;
    if (!unreachable.test(output)) throw new Error(output);
    rmSync(join(shared, 'node_modules'), { recursive: true, force: true });
    console.warn(`not run: the packages of examples/site cannot be fetched\n${output}`);
  });
  const installed = join(folder, 'node_modules');
  return existsSync(installed) ? installed : undefined;
};

/** @returns undefined if the packages cannot be installed */
export const siteFolder = async (): Promise<SiteFolder | undefined> => {
  const { PATH = '', HOME = '' } = process.env;
  const installed = await sitePackages({ PATH, HOME });
  if (installed === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'lectern-site-'));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  for (const part of [...parts, ...packages])
    cpSync(join('examples/site', part), join(folder, part), { recursive: true });
  symlinkSync(installed, join(folder, 'node_modules'));
  writeFileSync(join(folder, 'guard.cjs'), guard);
  const NODE_OPTIONS = `--require ${join(folder, 'guard.cjs')}`;
  return { folder, run: runIn(folder), env: { PATH, HOME, NODE_OPTIONS, NO_COLOR: '1' } };
};
