// Runs `npm install` in a new project.
import { spawnSync } from 'node:child_process';

/** @returns whether it succeeded; npm has printed the reason if not */
export const installPackages = (folder: string): boolean => {
  // The npm that runs this program, if any.
  const npm = process.env.npm_execpath;
  const args = ['install', '--no-audit', '--no-fund'];
  const options = { cwd: folder, stdio: 'inherit' } as const;
  const { status } =
    npm?.endsWith('npm-cli.js') === true
      ? spawnSync(process.execPath, [npm, ...args], options)
      : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  return status === 0;
};
