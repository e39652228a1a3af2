// @ts-check
// `lectern dev` and `lectern offline`: build and start the server, or the functions, again after each change.
import console from 'node:console';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { installPackages } from './installPackages.js';
import { isClone, packageRoot, projectRoot } from './roots.js';

installPackages();

// Dynamic imports, because these modules need the installed packages.
const { buildOutdated, loadProgram } = await import('./build.js');
const { prepareEditor } = await import('./buildEditor.js');
const { prepareEditorFields } = await import('./editorFields.js');
const { prepareExtensions } = await import('./extensions.js');

const project = {
  root: projectRoot,
  env: process.env,
  watched: isClone ? ['lib', 'functions', 'cli'].map((folder) => join(packageRoot, folder)) : [],
};

/** @param {Parameters<typeof buildOutdated>[0]} programs that a clone has to build */
const buildPrograms = async (programs) => {
  if (isClone) await buildOutdated(programs);
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
  const { offline } = /** @type {typeof import('../cli/dev/offline.ts')} */ (await loadProgram('offline'));
  await offline({
    ...project,
    serverless,
    routes: await loadRoutes(),
    staticFiles: pathToFileURL(join(packageRoot, 'dist/staticFiles.mjs')).href,
    build: async (env, outdir) => {
      const editor = prepareEditor();
      const builtEnv = { ...env, ...(await prepareExtensions(env)), ...(await prepareEditorFields(env)) };
      await buildFunctions({ env: builtEnv, outdir });
      await buildPrograms(['staticFiles']);
      await editor;
      return builtEnv;
    },
  });
};

const runDev = async () => {
  const { dev, startServer } = /** @type {typeof import('../cli/dev/main.ts')} */ (await loadProgram('dev'));
  await dev({
    ...project,
    build: async (env) => {
      const editor = prepareEditor();
      await buildPrograms(['start']);
      const built = { ...(await prepareExtensions(env)), ...(await prepareEditorFields(env)) };
      await editor;
      return { ...env, ...built };
    },
    start: (env) => startServer(join(packageRoot, 'bin/start.js'), env),
  });
};

await (process.argv.includes('offline') ? runOffline() : runDev());
