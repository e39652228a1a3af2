// Runs the programs of a site, which may connect to this machine only.
import { execFile, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ProgramResult {
  readonly code: number;
  readonly output: string;
}

export interface SiteFolder {
  readonly folder: string;
  /** The environment for its programs. */
  readonly env: Readonly<Record<string, string>>;
  readonly run: (
    program: string,
    args: readonly string[],
    env: Readonly<Record<string, string>>,
  ) => Promise<ProgramResult>;
}

export interface RunningProgram {
  readonly url: string;
  /** The lines that it has printed so far. */
  readonly lines: () => readonly string[];
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
}

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

/** @param folder contains the site and its packages */
export const openSiteFolder = (folder: string): SiteFolder => {
  const guardFile = join(folder, 'guard.cjs');
  writeFileSync(guardFile, guard);
  const { PATH = '', HOME = '' } = process.env;
  const quiet = { NO_COLOR: '1', ASTRO_TELEMETRY_DISABLED: '1', NEXT_TELEMETRY_DISABLED: '1' };
  return {
    folder,
    env: { PATH, HOME, NODE_OPTIONS: `--require ${guardFile}`, ...quiet },
    run: (program, args, env) =>
      new Promise((done) => {
        const options = { cwd: folder, env, maxBuffer: 16 * 1024 * 1024 };
        execFile(program, args, options, (error, out, err) => {
          done({ code: error === null ? 0 : Number(error.code ?? 1), output: out + err });
        });
      }),
  };
};

/**
 * Starts a Node program of the site that serves it.
 *
 * @returns when it has printed its URL
 * @throws Error with the output if the program ends before
 */
export const startProgram = async (
  { folder, env }: Pick<SiteFolder, 'folder' | 'env'>,
  args: readonly string[],
  more: Readonly<Record<string, string>>,
): Promise<RunningProgram> => {
  const child = spawn(process.execPath, args, { cwd: folder, env: { ...env, ...more } });
  let output = '';
  const ended = new Promise<void>((done) =>
    child.once('exit', () => {
      done();
    }),
  );
  const url = await new Promise<string>((ready, failed) => {
    const readOutput = (chunk: Buffer): void => {
      output += chunk.toString();
      const [, found] = /(http:\/\/[\w.]+:\d+)\/?["\s]/.exec(output) ?? [];
      if (found !== undefined) ready(found);
    };
    child.stdout.on('data', readOutput);
    child.stderr.on('data', readOutput);
    void ended.then(() => {
      failed(new Error(output));
    });
  });
  return {
    url,
    lines: () => output.trim().split('\n'),
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      await ended;
    },
  };
};

/** Waits until a condition on another process is true. */
export const until = async (is: () => Promise<boolean> | boolean): Promise<void> => {
  for (let tries = 0; !(await is()); tries += 1) {
    if (tries > 600) throw new Error('the condition did not become true');
    await new Promise((done) => setTimeout(done, 100));
  }
};
