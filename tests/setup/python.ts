// Installs the Python programs that tests use from PyPI, each in its own folder. What several test files use is installed
// before the tests (see moto.ts), because they would install it at the same time.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { noteMissing } from './noteMissing.ts';

export interface Program {
  /** The name of the folder. */
  readonly name: string;
  /** The command that exists after the installation. */
  readonly command: string;
  /** The requirement that pip installs. */
  readonly requirement: string;
}

const folderOf = ({ name }: Program): string => join(homedir(), '.cache/lectern', name);

/** The folder of an installed program; undefined if it is not installed. */
export const installedFolderOf = (program: Program): string | undefined => {
  const home = folderOf(program);
  return existsSync(join(home, 'bin', program.command)) ? home : undefined;
};

const run = promisify(execFile);

/**
 * Installs a program if it is missing.
 *
 * @returns its folder; undefined if Python is missing or the registry did not answer
 */
export const installProgram = async (program: Program): Promise<string | undefined> => {
  const installed = installedFolderOf(program);
  if (installed !== undefined) return installed;
  const { name, requirement } = program;
  const home = folderOf(program);
  const timeout = 180_000;
  console.error(`Installing ${name}: pip install`);
  try {
    await run('python3', ['-m', 'venv', home], { timeout });
    await run(join(home, 'bin/pip'), ['install', '--quiet', requirement], { timeout });
  } catch {
    noteMissing(`${name} cannot be installed: its tests are skipped`);
  }
  return installedFolderOf(program);
};

/** @returns the path of the command, whose program is installed if it is missing; undefined if it cannot be */
export const installedCommand = async (program: Program): Promise<string | undefined> => {
  const home = await installProgram(program);
  return home === undefined ? undefined : join(home, 'bin', program.command);
};
