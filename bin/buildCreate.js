// @ts-check
// `npm run build:create`: builds the package `create-lectern` into dist/create-lectern.
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { replaceModules } from './bundling.js';
import { licenseTexts } from './licenses.js';

const root = dirname(import.meta.dirname);
const source = join(root, 'cli/create');

/**
 * @typedef {{ readonly version: string, readonly license: string, readonly engines: object, readonly homepage: string,
 *   readonly repository: object }} RootPackage
 */

const readRootPackage = async () => {
  /** @type {unknown} */
  const json = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  return /** @type {RootPackage} */ (json);
};

/** @param {RootPackage} rootPackage */
const packageJson = ({ version, license, homepage, repository, engines }) => ({
  name: 'create-lectern',
  version,
  description: 'Creates a project of Lectern, a content API over MongoDB: npm create lectern@latest my-site',
  license,
  homepage,
  repository,
  type: 'module',
  engines,
  bin: { 'create-lectern': 'index.mjs' },
  files: ['*.mjs', 'lock.json', 'template', 'LICENSES'],
});

/** The program of the package. It loads the bundle, which an old Node cannot read, after the check. */
const entry = `#!/usr/bin/env node
import process from 'node:process';
import { checkNode } from './checkNode.mjs';

checkNode(new URL('package.json', import.meta.url));
const { createLectern } = await import('./main.mjs');
await createLectern(process.argv.slice(2));
`;

/** @param {string} outdir */
const bundle = async (outdir) => {
  const esbuild = await import('esbuild');
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: { main: join(source, 'main.ts') },
    outdir,
    outExtension: { '.js': '.mjs' },
    ...{ bundle: true, minify: true, platform: 'node', format: 'esm', target: 'node20', metafile: true },
    plugins: [
      replaceModules({
        // recheck has 3 MB. `lectern types check`, `dev` and `deploy` of the new project check its patterns.
        'lib/schema/slowRegexFault.ts': 'export const slowRegexFault = () => undefined;',
      }),
    ],
    logLevel: 'warning',
  });
  await esbuild.stop();
  return metafile;
};

/**
 * Builds a folder that `npm pack` and `npm publish` take. The sample template gets the sample site of this repository.
 *
 * @param {string} [outdir]
 * @throws Error when the source does not compile; esbuild then prints the reason on stderr
 */
export const buildCreate = async (outdir = join(root, 'dist/create-lectern')) => {
  await rm(outdir, { recursive: true, force: true });
  await mkdir(outdir, { recursive: true });
  const metafile = await bundle(outdir);
  await writeFile(join(outdir, 'index.mjs'), entry);
  await cp(join(root, 'bin/checkNode.js'), join(outdir, 'checkNode.mjs'));
  const template = join(outdir, 'template');
  await cp(join(source, 'template'), template, { recursive: true });
  for (const folder of ['content-types', 'sample'])
    await cp(join(root, folder), join(template, 'sample', folder), { recursive: true });
  await cp(join(root, 'LICENSE'), join(outdir, 'LICENSE'));
  await cp(join(source, 'README.md'), join(outdir, 'README.md'));
  await writeFile(join(outdir, 'LICENSES'), await licenseTexts(metafile));
  // npm leaves a package-lock.json out of packages.
  await cp(join(root, 'package-lock.json'), join(outdir, 'lock.json'));
  await writeFile(join(outdir, 'package.json'), `${JSON.stringify(packageJson(await readRootPackage()), null, 2)}\n`);
};

if (process.argv[1] === import.meta.filename) await buildCreate();
