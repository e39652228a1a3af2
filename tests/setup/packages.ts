// Installs the packages of a folder with its own lock file, and keeps them for later runs.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { noteMissing } from './noteMissing.ts';
import { sharedFolder } from './shared-folder.ts';

/** Outside of the repository, so that a fresh clone finds the packages too. */
export const packagesFolder = join(homedir(), '.cache/lectern');

/** What npm reads. `absent` stands in for packages that nothing imports. */
const packageFiles = ['package.json', 'package-lock.json', '.npmrc', 'absent'];
const npmArguments = ['ci', '--ignore-scripts', '--prefer-offline', '--fetch-retries=1', '--no-audit', '--no-fund'];

const unreachable = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/;

/** @returns the output of npm if it fails, otherwise undefined */
const runNpm = (cwd: string): Promise<string | undefined> =>
  new Promise((done) => {
    const { PATH = '', HOME = '' } = process.env;
    execFile('npm', npmArguments, { cwd, env: { PATH, HOME }, maxBuffer: 16 * 1024 * 1024 }, (error, out, err) => {
      done(error === null ? undefined : out + err);
    });
  });

/** Installs into a folder beside the target first, so that the target is always complete. */
const install = async (source: string, target: string): Promise<void> => {
  const unfinished = `${target}.${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  for (const file of packageFiles)
    if (existsSync(join(source, file))) await cp(join(source, file), join(unfinished, file), { recursive: true });
  const failure = await runNpm(unfinished);
  if (failure === undefined && !existsSync(target)) await rename(unfinished, target);
  await rm(unfinished, { recursive: true, force: true });
  if (failure === undefined) return;
  if (!unreachable.test(failure)) throw new Error(failure);
  console.warn(failure);
  noteMissing(`The packages of ${source} cannot be fetched: their tests are skipped`);
};

/**
 * Installs the packages of a folder, unless an earlier run did so with the same lock file.
 *
 * @param source contains `package.json` and `package-lock.json`; its own `node_modules` are not used
 * @returns the folder that contains `node_modules`; undefined if npm cannot reach the registry, with a warning
 * @throws Error with the output of npm if it fails for another reason
 */
export const installPackages = async (source: string): Promise<string | undefined> => {
  const name = basename(source);
  const lock = await readFile(join(source, 'package-lock.json'));
  const target = join(packagesFolder, `${name}-${createHash('sha256').update(lock).digest('hex').slice(0, 16)}`);
  await sharedFolder(`packages-${name}`, async () => {
    if (!existsSync(target)) await install(source, target);
  });
  return existsSync(target) ? target : undefined;
};
