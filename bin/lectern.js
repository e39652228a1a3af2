#!/usr/bin/env node
// @ts-check
// The command `lectern`: runs the commands that build or start programs, and the command line for all others.
import process from 'node:process';
import { URL } from 'node:url';
import { checkNode } from './checkNode.js';

checkNode(new URL('../package.json', import.meta.url));
const { readEnvFile } = await import('./envFile.js');
const { requireScriptOptions } = await import('./scriptOptions.js');

/** Each loads only what it needs: `dev` runs before packages are installed, and a server keeps what it loaded. */
const scripts = new Map([
  ['start', () => import('./start.js')],
  ['dev', () => import('./dev.js')],
  ['offline', () => import('./dev.js')],
  ['build', () => import('./buildProject.js')],
  ['package', () => import('./serverless.js')],
  ['deploy', () => import('./serverless.js')],
]);

const [command = '', ...args] = process.argv.slice(2);
const asksForHelp =
  ['', 'help', '--version', '-v'].includes(command) || [command, ...args].some((one) => ['--help', '-h'].includes(one));
const script = asksForHelp ? undefined : scripts.get(command);

// A deployment prepares the database of its stage, whose secrets are in SSM: `.env` is for this machine.
const deploys = ['package', 'deploy', 'explain-failure'].includes(command) || command.endsWith('-deployment');
if (!deploys) readEnvFile();

if (script !== undefined) {
  requireScriptOptions(command, args);
  await script();
} else {
  const { exitOnBuildError, loadProgram } = await import('./build.js');
  const { prepareExtensions } = await import('./extensions.js');
  if (!asksForHelp) Object.assign(process.env, await prepareExtensions().catch(exitOnBuildError));
  await loadProgram('lectern');
}
