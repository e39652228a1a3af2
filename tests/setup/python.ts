// Installs the Python programs that tests use from PyPI, each in its own folder and before the tests, because several test
// files would install them at the same time.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

export interface Program {
  /** The name of the folder. */
  readonly name: string;
  /** The command that exists after the installation. */
  readonly command: string;
  /** The requirement that pip installs. */
  readonly requirement: string;
}

const folderOf = ({ name }: Program): string => join(homedir(), '.cache/lectern', name);

/** The folder of an installed program; undefined if Python is missing or the registry did not answer. */
export const installedFolderOf = (program: Program): string | undefined => {
  const home = folderOf(program);
  return existsSync(join(home, 'bin', program.command)) ? home : undefined;
};

const runCommand = (command: string, ...args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore', timeout: 180_000 }).status === 0;

export const installProgram = (program: Program): void => {
  if (installedFolderOf(program) !== undefined) return;
  const { name, requirement } = program;
  console.error(`Installing ${name}: pip install`);
  const home = folderOf(program);
  if (runCommand('python3', '-m', 'venv', home)) runCommand(join(home, 'bin/pip'), 'install', '--quiet', requirement);
  if (installedFolderOf(program) === undefined) console.error(`${name} cannot be installed: its tests are skipped`);
};
