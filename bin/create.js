// @ts-check
// `npm run create -- ../my-site`: creates a project with the packages of this clone, as `npm create lectern` does with those
// of the registry.
import console from 'node:console';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';
import { checkNode } from './checkNode.js';

const packageFile = new URL('../package.json', import.meta.url);
checkNode(packageFile);
const { readFileSync } = await import('node:fs');
const { checkArguments, readArguments } = await import('../cli/create/arguments.js');
const { installPackages } = await import('./installPackages.js');
const { takeLock } = await import('./lockFile.js');

const argv = process.argv.slice(2);
/** @type {unknown} */
const json = JSON.parse(readFileSync(packageFile, 'utf8'));
try {
  // Before the packages, which take a minute.
  const values = readArguments(argv, /** @type {{ readonly version: string }} */ (json).version);
  await checkArguments(values, process.stdin.isTTY && process.stdout.isTTY);
  // Each process would delete what the other one builds, and a package could lack files.
  await takeLock(fileURLToPath(new URL('../dist/create.lock', import.meta.url)), 'of this clone creates a project');
  installPackages();
  const { buildCreate } = await import('./buildCreate.js');
  const { packLectern } = await import('./packLectern.js');
  await buildCreate();
  const program = new URL('../dist/create-lectern/main.mjs', import.meta.url).href;
  const { createLectern } = /** @type {typeof import('../cli/create/main.ts')} */ (await import(program));
  await createLectern(argv, packLectern);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
