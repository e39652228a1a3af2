// @ts-check
// Runs npm.
import { spawnSync } from 'node:child_process';
import process from 'node:process';

/**
 * Runs the npm that runs this program, if any: with another package manager that variable names its program.
 *
 * @param {string} folder
 * @param {readonly string[]} args
 * @param {import('node:child_process').StdioOptions} [stdio]
 * @returns {boolean} whether it succeeded; npm has printed the reason if not
 */
export const runNpm = (folder, args, stdio = 'inherit') => {
  const npm = process.env.npm_execpath;
  const options = { cwd: folder, stdio };
  const { status } = npm?.endsWith('npm-cli.js')
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  return status === 0;
};
