// @ts-check
// `npm run create -- ../my-site`: creates a project with the packages of this clone, as `npm create lectern` does with those
// of the registry.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { installPackages, runNpm } from './installPackages.js';
import { packageRoot } from './roots.js';

const dist = join(packageRoot, 'dist');

installPackages();
// It replaces dist/, so the other package comes after it.
if (!runNpm(['pack', '--silent', '--pack-destination', dist])) process.exit(1);
const { buildCreate } = await import('./buildCreate.js');
await buildCreate();

/** @type {unknown} */
const json = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
const { version } = /** @type {{ readonly version: string }} */ (json);
const args = ['--lectern', join(dist, `lectern-${version}.tgz`), ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, [join(dist, 'create-lectern/index.mjs'), ...args], { stdio: 'inherit' });
process.exitCode = status ?? 1;
