// The package create-lectern as npm gets it, and runs of it.
import { execFile, spawn, type ExecFileException } from 'node:child_process';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildCreate } from '../../../bin/buildCreate.js';
import { sharedFolder } from '../../setup/shared-folder.ts';

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  /** stdout and stderr. */
  readonly output: string;
}

/** Packages come from caches where possible, and npm says no more than it needs to. */
const npmVariables = { npm_config_audit: 'false', npm_config_fund: 'false', npm_config_update_notifier: 'false' };

export const environment = (env: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv => {
  const { PATH, HOME } = process.env;
  return { PATH, HOME, NO_COLOR: '1', ...npmVariables, ...env };
};

export const run = (
  cwd: string,
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> =>
  new Promise((done) => {
    const options = { cwd, env: environment(env), maxBuffer: 64 * 1024 * 1024 };
    execFile(program, args, options, (error: ExecFileException | null, stdout, stderr) => {
      done({ code: error === null ? 0 : Number(error.code ?? 1), stdout, output: stdout + stderr });
    });
  });

/**
 * @returns stdout
 * @throws Error with the output of npm if it fails
 */
export const npm = async (cwd: string, ...args: readonly string[]): Promise<string> => {
  const { code, stdout, output } = await run(cwd, 'npm', args);
  if (code !== 0) throw new Error(`npm ${args.join(' ')}\n${output}`);
  return stdout;
};

export interface BuiltPackage {
  /** The program, unpacked. */
  readonly program: string;
  readonly tarball: string;
}

/** Builds and packs create-lectern once for all test files. */
export const packCreate = async (): Promise<BuiltPackage> => {
  const folder = await sharedFolder('create-lectern', async (shared) => {
    await buildCreate(join(shared, 'package'));
    await npm(join(shared, 'package'), 'pack', '--pack-destination', shared);
  });
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
  return { program: join(folder, 'package/index.mjs'), tarball: join(folder, tarball) };
};

/** Makes a folder for the projects of one test. */
export const makeFolder = async (parent: string, name: string): Promise<string> => {
  const folder = join(parent, name);
  await mkdir(folder);
  return folder;
};

/** @returns the texts of the files of a project by path, without those of packages */
export const readProject = async (folder: string): Promise<ReadonlyMap<string, string>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !path.startsWith('node_modules'));
  return new Map(
    await Promise.all(files.map(async (path) => [path, await readFile(join(folder, path), 'utf8')] as const)),
  );
};

/** Runs a program with a terminal as its stdin and stdout, and exits with its exit code. */
const inTerminal = 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))';

/** A new terminal has no size, and the questions would be one column wide. */
const sized = ['sh', '-c', 'stty rows 40 cols 120; exec "$@"', 'sh'];

/**
 * Answers the questions of a program that runs in a terminal.
 *
 * @param answers each with the text to wait for, in the order in which the program asks
 */
export const converse = (
  cwd: string,
  program: string,
  args: readonly string[],
  answers: readonly (readonly [question: string, keys: string])[],
): Promise<Ended> =>
  new Promise((done, fail) => {
    const command = [...sized, process.execPath, program, ...args];
    const options = { cwd, env: environment(), timeout: 30_000 };
    const child = spawn('python3', ['-c', inTerminal, ...command], options);
    let output = '';
    let start = 0;
    const open = [...answers];
    child.on('error', fail);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const [question, keys] = open[0] ?? [];
      if (question === undefined || keys === undefined || !output.slice(start).includes(question)) return;
      start = output.length;
      open.shift();
      child.stdin.write(keys);
    });
    child.on('close', (code) => {
      done({ code: code ?? 1, stdout: output, output });
    });
  });
