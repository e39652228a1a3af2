// `npm create lectern`: creates a project.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorMessage } from '../../lib/errors.ts';
import { checkArguments, readArguments } from './arguments.js';
import { completeOptions } from './completeOptions.ts';
import { createProject, installPackages, lecternDependency, readTypes } from './createProject.ts';
import { closingLines, defaultsLine, movingLines, nextCommands } from './describeProject.ts';
import type { Lock } from '../packages/index.ts';

const print = (lines: readonly string[]): void => {
  for (const line of lines) console.log(line);
};

const run = async (argv: readonly string[], packLectern?: () => string): Promise<void> => {
  const lockFile = join(import.meta.dirname, 'lock.json');
  const lock = JSON.parse(await readFile(lockFile, 'utf8')) as Lock; // bin/buildCreate.js copies it from the repository
  const values = readArguments(argv, lock.version);
  const isTerminal = process.stdin.isTTY && process.stdout.isTTY;
  await checkArguments(values, isTerminal);
  const options = await completeOptions(values, isTerminal);
  if (!isTerminal) print(defaultsLine(values, options));
  const types = await readTypes(options.source);
  const lectern = await lecternDependency(values.lectern, lock.version, packLectern);
  const contents = { templates: join(import.meta.dirname, 'template'), lock };
  const { name, folder, count } = await createProject(contents, { ...options, types }, lectern);
  print([`Wrote ${count} files to ${folder}`]);
  if ('strapi' in options.source && typeof types !== 'string')
    print(movingLines(options.source.strapi, types.findings.length));
  const installed = options.install && installPackages(folder);
  if (options.install && !installed) {
    console.error('npm install failed: the project is complete, but its packages are not installed.');
    process.exitCode = 1;
  }
  print(['', ...closingLines(name, nextCommands(folder, installed))]);
};

/**
 * Prints what is wrong with the arguments, the folder or the Strapi project, and sets the exit code 1. Nothing is created then.
 *
 * @param packLectern makes the package that the project gets, and returns its path; by default the project gets it from the
 *   registry
 */
export const createLectern = async (argv: readonly string[], packLectern?: () => string): Promise<void> => {
  try {
    await run(argv, packLectern);
  } catch (error) {
    console.error(errorMessage(error));
    process.exitCode = 1;
  }
};
