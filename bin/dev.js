// @ts-check
// `lectern dev` and `lectern offline`: build and start the server, or the functions, again after each change. A clone first
// installs missing packages, so that Node is the only requirement.
import { spawnSync } from 'node:child_process';
import console from 'node:console';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { isClone, packageRoot, projectRoot } from './roots.js';

/** @param {string} path */
const modifiedAt = (path) => statSync(join(packageRoot, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;

if (isClone && modifiedAt('node_modules/.package-lock.json') < modifiedAt('package-lock.json')) {
  console.error('Installing packages: npm ci');
  // Use the npm that runs this script, if any. `--include=dev`: development packages are needed whatever NODE_ENV is.
  const npm = process.env.npm_execpath;
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund'];
  const options = { cwd: packageRoot, stdio: /** @type {const} */ ('inherit') };
  const { status } = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  if (status !== 0) {
    console.error('npm ci failed, see above');
    process.exit(1);
  }
}

// Dynamic imports, because these modules need the installed packages.
const { build, loadProgram } = await import('./build.js');
const { prepareEditor } = await import('./buildEditor.js');
const { prepareExtensions } = await import('./extensions.js');

const project = {
  root: projectRoot,
  env: process.env,
  watched: isClone ? ['lib', 'functions'].map((folder) => join(packageRoot, folder)) : [],
};

/** @param {Parameters<typeof build>[0]} programs that a clone has to build */
const buildPrograms = async (programs) => {
  if (isClone) await build(programs);
};

const runOffline = async () => {
  const { buildFunctions } = await import('./buildFunctions.js');
  const { findServerless, hasServerlessOffline, installCommand } = await import('./peers.js');
  const serverless = findServerless();
  if (serverless === undefined || !hasServerlessOffline()) {
    console.error(
      'This command needs osls, a free version of the Serverless Framework, and serverless-offline. Run:\n' +
        `  ${installCommand(['serverless', 'serverless-offline'])}`,
    );
    process.exit(1);
  }
  const { loadRoutes } = await import('../infra/routes.js');
  const { offline } = /** @type {typeof import('../lib/tools/dev/offline.ts')} */ (await loadProgram('offline'));
  await offline({
    ...project,
    serverless,
    routes: await loadRoutes(),
    staticFiles: pathToFileURL(join(packageRoot, 'dist/staticFiles.mjs')).href,
    build: async (env, outdir) => {
      const editor = prepareEditor();
      const builtEnv = { ...env, ...(await prepareExtensions(env)) };
      await buildFunctions({ env: builtEnv, outdir });
      await buildPrograms(['staticFiles']);
      await editor;
      return builtEnv;
    },
  });
};

const runDev = async () => {
  const { dev, startServer } = /** @type {typeof import('../lib/tools/dev/main.ts')} */ (await loadProgram('dev'));
  await dev({
    ...project,
    build: async (env) => {
      const editor = prepareEditor();
      await buildPrograms(['start']);
      const extensions = await prepareExtensions(env);
      await editor;
      return { ...env, ...extensions };
    },
    start: (env) => startServer(join(packageRoot, 'bin/start.js'), env),
  });
};

await (process.argv.includes('offline') ? runOffline() : runDev());
