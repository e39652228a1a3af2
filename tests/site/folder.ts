// The sample site in a folder of its own, with its packages installed there.
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

export interface Ran {
  readonly code: number;
  readonly said: string;
}

export interface SiteFolder {
  readonly folder: string;
  /** The environment of what runs there: it may connect to this machine alone. */
  readonly env: Readonly<Record<string, string>>;
  readonly run: (program: string, args: readonly string[], env: Readonly<Record<string, string>>) => Promise<Ran>;
}

const parts = ['assets', 'pages', 'src', 'package.json', 'package-lock.json', '.npmrc', 'tsconfig.json'];

const unreachable = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/;

/** Loaded before a program: connecting to anywhere else is an error. */
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

/** @returns undefined where the packages cannot be fetched, which is said */
export const siteFolder = async (): Promise<SiteFolder | undefined> => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-site-'));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  for (const part of parts) cpSync(join('examples/site', part), join(folder, part), { recursive: true });
  writeFileSync(join(folder, 'guard.cjs'), guard);
  const run: SiteFolder['run'] = (program, args, env) =>
    new Promise((done) => {
      const options = { cwd: folder, env, maxBuffer: 16 * 1024 * 1024 };
      execFile(program, args, options, (error, out, err) => {
        done({ code: error === null ? 0 : Number(error.code ?? 1), said: out + err });
      });
    });
  const { PATH = '', HOME = '' } = process.env;
  const { code, said } = await run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], { PATH, HOME });
  if (code === 0)
    return { folder, run, env: { PATH, HOME, NODE_OPTIONS: `--require ${join(folder, 'guard.cjs')}`, NO_COLOR: '1' } };
  if (!unreachable.test(said)) throw new Error(said);
  console.warn(`not run: the packages of examples/site cannot be fetched\n${said}`);
  return undefined;
};
