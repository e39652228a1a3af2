// moto, a Python program that speaks as AWS does, and cfn-lint with it: installed from PyPI into a folder of its own, once
// and before any test, since several files of them would do it at the same time.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const home = join(homedir(), '.cache/lectern/moto');

const isThere = (): boolean => existsSync(join(home, 'bin/moto_server'));

const ran = (command: string, ...args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore', timeout: 180_000 }).status === 0;

/** Where Python has it; undefined where there is no Python, or the registry did not answer. */
export const motoHome = (): string | undefined => (isThere() ? home : undefined);

export default (): void => {
  if (isThere()) return;
  console.error('Installing moto, which stands in for AWS: pip install');
  if (ran('python3', '-m', 'venv', home)) ran(join(home, 'bin/pip'), 'install', '--quiet', 'moto[server]==5.*');
  if (!isThere()) console.error('moto cannot be installed: what is tested with it is left out');
};
