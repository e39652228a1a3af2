// @ts-check
// `npm run dev` and `npm run offline`: install missing packages, so that Node is the only requirement, and run lib/tools/dev.
import { spawnSync } from 'node:child_process';
import console from 'node:console';
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';

const root = dirname(import.meta.dirname);

/** @param {string} path */
const modifiedAt = (path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;

if (modifiedAt('node_modules/.package-lock.json') < modifiedAt('package-lock.json')) {
  console.error('Installing packages: npm ci');
  // Use the npm that runs this script, if any. `--include=dev`: development packages are needed whatever NODE_ENV is.
  const npm = process.env.npm_execpath;
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund'];
  const options = { cwd: root, stdio: /** @type {const} */ ('inherit') };
  const { status } = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  if (status !== 0) {
    console.error('npm ci failed, see above');
    process.exit(1);
  }
}

// A dynamic import, because build.js needs the installed packages.
const { build, buildFunctions, loadProgram } = await import('./build.js');
if (process.argv.includes('offline')) {
  const { offline } = /** @type {typeof import('../lib/tools/dev/offline.ts')} */ (await loadProgram('offline'));
  await offline({
    root,
    env: process.env,
    // One after the other: each ends esbuild's process.
    build: async (env, outdir) => {
      await buildFunctions({ env, outdir });
      await build(['uploads']);
    },
  });
} else {
  const { dev, startServer } = /** @type {typeof import('../lib/tools/dev/main.ts')} */ (await loadProgram('dev'));
  await dev({
    root,
    env: process.env,
    build: () => build(['start']),
    start: (env) => startServer(root, env),
  });
}
