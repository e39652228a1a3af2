// `npm create lectern`: creates a project.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readArguments } from './commandLine.ts';
import { completeOptions } from './completeOptions.ts';
import { createProject, installPackages, lecternDependency } from './createProject.ts';
import { closingLines, movingLines, nextCommands } from './describeProject.ts';

/** What the build writes into the package.json beside this program. */
interface OwnPackage {
  readonly version: string;
  /** The version ranges of the packages for development of a new project, by name. */
  readonly projectVersions: Readonly<Record<string, string>>;
}

const readOwnPackage = async (): Promise<OwnPackage> =>
  JSON.parse(await readFile(join(import.meta.dirname, 'package.json'), 'utf8')) as OwnPackage; // bin/buildCreate.js writes it

const print = (lines: readonly string[]): void => {
  for (const line of lines) console.log(line);
};

const main = async (): Promise<void> => {
  const { version, projectVersions } = await readOwnPackage();
  const values = readArguments(process.argv.slice(2), version);
  const options = await completeOptions(values, process.stdin.isTTY && process.stdout.isTTY);
  const contents = { templates: join(import.meta.dirname, 'template'), versions: projectVersions };
  const lectern = await lecternDependency(values.lectern, version);
  const { name, folder, findings } = await createProject(contents, options, lectern);
  if ('strapi' in options.source) print(movingLines(options.source.strapi, findings.length));
  const installed = options.install && installPackages(folder);
  if (options.install && !installed) {
    console.error('npm install failed: the project is complete, but its packages are not installed.');
    process.exitCode = 1;
  }
  print(['', ...closingLines(name, nextCommands(folder, installed))]);
};

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
