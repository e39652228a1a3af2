// A small project with the packed Lectern in its node_modules, as a team has it.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll } from 'vitest';

export interface Ended {
  readonly code: number;
  readonly output: string;
}

export interface Running {
  /** Resolves with the first line from now on that contains the text; rejects if the program ends before. */
  readonly line: (text: string) => Promise<string>;
  readonly stop: () => Promise<void>;
}

export interface Project {
  readonly folder: string;
  readonly write: (file: string, content: string | object) => Promise<void>;
  /** Runs a program of Node in the project, with only these environment variables. */
  readonly run: (args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<Ended>;
  /** Runs `lectern` as npm does. */
  readonly lectern: (args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<Ended>;
  /** Starts `lectern` and leaves it running. */
  readonly start: (args: readonly string[], env: Readonly<Record<string, string>>) => Running;
}

const program = 'node_modules/lectern/bin/lectern.js';

/** The cache of npm and the downloaded MongoDB are in the home folder. */
const baseEnvironment = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', NO_COLOR: '1' };

const watch = (folder: string, args: readonly string[], env: Readonly<Record<string, string>>): Running => {
  const child = spawn(process.execPath, [...args], {
    cwd: folder,
    env: { ...baseEnvironment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  let listeners: ((line: string) => void)[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (line) => {
      output.push(line);
      for (const listener of listeners) listener(line);
    });
  const ended = once(child, 'exit');
  return {
    line: (text) =>
      new Promise((done, fail) => {
        const listener = (line: string): void => {
          if (!line.includes(text)) return;
          listeners = listeners.filter((one) => one !== listener);
          done(line);
        };
        listeners.push(listener);
        void ended.then(() => {
          fail(new Error(`It ended without ${JSON.stringify(text)}:\n${output.join('\n')}`));
        });
      }),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};

const openProject = (folder: string): Project => {
  const run: Project['run'] = (args, env = {}) =>
    new Promise((done) => {
      const options = { cwd: folder, env: { ...baseEnvironment, ...env }, maxBuffer: 16 * 1024 * 1024 };
      execFile(process.execPath, [...args], options, (error, out, err) => {
        done({ code: error === null ? 0 : Number(error.code ?? 1), output: out + err });
      });
    });
  return {
    folder,
    run,
    lectern: (args, env) => run([program, ...args], env),
    start: (args, env) => watch(folder, [program, ...args], env),
    write: async (file, content) => {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content, null, 2));
    },
  };
};

interface LockedPackage {
  readonly dev?: true;
  readonly devOptional?: true;
}

/** Matches a package that is in no package: Node finds those inside of a linked package by itself. */
const topLevel = /^node_modules\/(?:@[^/]+\/)?[^/]+$/;

/** The paths of the packages that npm installs with Lectern, from the lock file of the repository. */
const dependencyPaths = async (): Promise<readonly string[]> => {
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  return Object.entries(packages)
    .filter(([, { dev, devOptional }]) => dev === undefined && devOptional === undefined)
    .map(([path]) => path)
    .filter((path) => topLevel.test(path) && existsSync(path));
};

/**
 * Makes a folder with the packed Lectern, which is removed after the tests of the calling file. The packages that Lectern
 * needs and the Serverless Framework are those of the repository; newProject.long.test.ts installs them with npm.
 */
export const createProject = async (tarball: string): Promise<Project> => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-project-'));
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  const project = openProject(folder);
  await project.write('package.json', { name: 'notes', private: true, type: 'module' });
  const packed = join(folder, 'node_modules/lectern');
  await mkdir(packed, { recursive: true });
  await promisify(execFile)('tar', ['-xzf', tarball, '--strip-components=1', '-C', packed]);
  for (const path of [...(await dependencyPaths()), 'node_modules/serverless', 'node_modules/serverless-offline']) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await symlink(resolve(path), join(folder, path));
  }
  return project;
};
