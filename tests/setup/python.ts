// Programs in Python that tests use: each installed from PyPI into a folder of its own, once and before any test, since several
// files of them would do it at the same time.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

export interface Program {
  /** Of the folder. */
  readonly name: string;
  /** What is there when it is installed. */
  readonly command: string;
  /** As pip is told of it. */
  readonly requirement: string;
}

const folderOf = ({ name }: Program): string => join(homedir(), '.cache/lectern', name);

/** Where Python has it; undefined where there is no Python, or the registry did not answer. */
export const homeOf = (program: Program): string | undefined => {
  const home = folderOf(program);
  return existsSync(join(home, 'bin', program.command)) ? home : undefined;
};

const ran = (command: string, ...args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore', timeout: 180_000 }).status === 0;

export const install = (program: Program): void => {
  if (homeOf(program) !== undefined) return;
  const { name, requirement } = program;
  console.error(`Installing ${name}: pip install`);
  const home = folderOf(program);
  if (ran('python3', '-m', 'venv', home)) ran(join(home, 'bin/pip'), 'install', '--quiet', requirement);
  if (homeOf(program) === undefined) console.error(`${name} cannot be installed: what is tested with it is left out`);
};
