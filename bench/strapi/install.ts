// Installs the measured Strapi from npm into the user's cache folder, once for each machine and version.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder, localMachine, type LogLine } from '../../cli/mongod/machine.ts';

/** To measure another Strapi, change only this. */
export const strapiVersion = '5.54.0';

/** A database that Strapi can use, and the package that it needs for it. */
export type Client = 'postgres' | 'sqlite';

const drivers: Readonly<Record<Client, Readonly<Record<string, string>>>> = {
  postgres: { pg: '8.23.1' },
  sqlite: { 'better-sqlite3': '12.8.0' },
};

/** What a new project of Strapi depends on. */
const dependenciesOf = (client: Client): Readonly<Record<string, string>> => ({
  '@strapi/strapi': strapiVersion,
  '@strapi/plugin-users-permissions': strapiVersion,
  '@strapi/plugin-graphql': strapiVersion,
  react: '^18.0.0',
  'react-dom': '^18.0.0',
  'react-router-dom': '^6.0.0',
  'styled-components': '^6.0.0',
  ...drivers[client],
});

const npmArguments = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];

const runNpm = async (folder: string): Promise<void> => {
  const npm = spawn('npm', npmArguments, { cwd: folder, stdio: ['ignore', 2, 2] });
  const [code] = (await once(npm, 'exit')) as [number | null];
  if (code !== 0)
    throw new Error(`npm could not install Strapi ${strapiVersion} in ${folder}: it ended with ${String(code)}`);
};

/** @returns the folder with `node_modules` @throws Error if npm fails */
export const installStrapi = async (client: Client, log: LogLine): Promise<string> => {
  const target = join(cacheFolder(localMachine(log)), `strapi-${strapiVersion}-${client}-graphql`);
  if (existsSync(target)) return target;
  log(`Installing Strapi ${strapiVersion} into ${target}: about 2 minutes, 700 MB`);
  // A complete folder appears in one step.
  const unfinished = `${target}.${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  try {
    const project = { name: 'strapi', private: true, version: '0.0.0', dependencies: dependenciesOf(client) };
    await writeFile(join(unfinished, 'package.json'), JSON.stringify(project, undefined, 2));
    await runNpm(unfinished);
    if (!existsSync(target)) await rename(unfinished, target);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return target;
};
