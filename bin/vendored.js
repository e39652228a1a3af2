// @ts-check
// Builds what Lectern brings of packages that are large when they are installed: the AWS clients, 27 MB, are 1.2 MB as
// bundles, and recheck installs a Java and a native program, 53 MB, beside the JavaScript that Lectern calls.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { withEsbuild } from './esbuild.js';
import { licenseTexts } from './licenses.js';
import { isClone, modulesRoot, packageRoot } from './roots.js';

const folder = join(packageRoot, 'dist/vendored');

const scope = '@aws-sdk/';

/** @returns {readonly string[]} the names of the clients: those that package.json has */
const clientNames = () => {
  /** @type {unknown} */
  const manifest = createRequire(import.meta.url)('../package.json');
  const { devDependencies } = /** @type {{ readonly devDependencies: object }} */ (manifest);
  return Object.keys(devDependencies).filter((name) => name.startsWith(scope));
};

const buildClients = () =>
  withEsbuild((esbuild) =>
    esbuild.build({
      absWorkingDir: packageRoot,
      entryPoints: Object.fromEntries(clientNames().map((name) => [name.slice(scope.length), name])),
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      ...{ bundle: true, minify: true, charset: 'utf8', platform: 'node', format: 'esm', target: 'node20' },
      // The clients as ES modules, so that only what is used of their common parts is in the chunks.
      mainFields: ['module', 'main'],
      ...{ splitting: true, chunkNames: 'chunks/[hash]' },
      ...{ metafile: true, legalComments: 'none', logLevel: 'warning' },
    }),
  );

const copyRecheck = () => {
  const { resolve } = createRequire(import.meta.url);
  cpSync(resolve('recheck/lib/browser.js'), join(folder, 'recheck.cjs'));
  cpSync(join(dirname(resolve('recheck/package.json')), 'LICENSE'), join(folder, 'recheck.LICENSE'));
};

/** Writes `dist/vendored/`, with the licences of what it contains. @throws Error like esbuild */
export const buildVendored = async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { metafile } = await buildClients();
  writeFileSync(join(folder, 'LICENSES'), await licenseTexts(metafile));
  copyRecheck();
};

const client = new RegExp(`^${scope}`);

/**
 * Lets programs load the clients from `dist/vendored/` (`imports` of package.json).
 *
 * @type {import('esbuild').Plugin}
 */
export const vendoredImports = {
  name: 'vendored-imports',
  setup: (build) => {
    build.onResolve({ filter: client }, ({ path }) => ({
      path: `#vendored/${path.slice(scope.length)}`,
      external: true,
    }));
  },
};

/**
 * Lets the bundles of a project contain the clients from `dist/vendored/`, except for those that they leave out.
 *
 * @type {import('esbuild').Plugin}
 */
export const vendoredClients = {
  name: 'vendored-clients',
  setup: (build) => {
    if (isClone) return;
    build.onResolve({ filter: client }, ({ path, importer }) =>
      importer.startsWith(modulesRoot) && !build.initialOptions.external?.includes(path)
        ? { path: join(folder, `${path.slice(scope.length)}.mjs`) }
        : undefined,
    );
  },
};
