// @ts-check
// `npm pack` runs this script: it builds what the package contains into dist/.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { prepareEditor } from './buildEditor.js';
import { build, exitOnBuildError, programs } from './build.js';
import { startStep } from './progress.js';
import { packageRoot } from './roots.js';
import { copySwaggerUi } from './swaggerUi.js';

const modules = join(packageRoot, 'dist/modules');

/** Compiles the modules that bundles of functions are made of, and the declarations of what projects import. */
const compileModules = () => {
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  const options = { cwd: packageRoot, stdio: /** @type {const} */ ('inherit') };
  const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.package.json'], options);
  if (status !== 0) process.exit(1);
};

/** The compiler keeps `.ts` in the imports of declarations, but the package has only declarations. */
const renameImports = () => {
  for (const name of readdirSync(modules, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.d.ts')) continue;
    const file = join(modules, name);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/((?:from |import\()["']\.[^"']*)\.ts(?=["'])/g, '$1.js'));
  }
};

const manifest = /** @type {{ readonly exports: Readonly<Record<string, { readonly types?: string }>> }} */ (
  JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'))
);

/** Keeps the declarations of what projects import, and of what these import. */
const removeDeclarations = () => {
  const kept = new Set();
  const keep = (/** @type {string} */ file) => {
    if (kept.has(file) || !existsSync(file)) return;
    kept.add(file);
    for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()["'](\.[^"']*)\.js["']/g))
      keep(join(dirname(file), `${target}.d.ts`));
  };
  for (const { types } of Object.values(manifest.exports)) if (types !== undefined) keep(join(packageRoot, types));
  for (const name of readdirSync(modules, { recursive: true, encoding: 'utf8' })) {
    const file = join(modules, name);
    if (name.endsWith('.d.ts') && !kept.has(file)) rmSync(file);
  }
};

/** The package has these scripts as they are here, and the commands in its programs: only their declarations are needed. */
const removeScripts = () => {
  for (const folder of ['bin', 'infra', 'cli'].map((name) => join(modules, name)))
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      if (name.endsWith('.js')) rmSync(join(folder, name));
};

/** Builds the documentation in a process of its own, beside the others. */
const buildGuide = async () => {
  const script = join(packageRoot, 'bin/buildGuide.js');
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'ignore', 'inherit'] });
  await once(child, 'exit');
  if (child.exitCode !== 0) process.exit(1);
};

/** What builds these knows whether they are up to date, or is still at work. */
const keptFiles = [
  ...['editor', 'editor.hash', 'guide', 'guide.tar.br', 'guide.hash', 'guide.lock'],
  ...['create-lectern', 'create.lock'],
];

const removeOldFiles = () => {
  const dist = join(packageRoot, 'dist');
  for (const name of existsSync(dist) ? readdirSync(dist) : [])
    // A compiler of an interrupted run may still be writing.
    if (!keptFiles.includes(name)) rmSync(join(dist, name), { recursive: true, maxRetries: 10 });
};

removeOldFiles();
copySwaggerUi();
const endPrograms = startStep('Building the editor and the programs');
const editor = prepareEditor();
const guide = buildGuide();
await build(/** @type {(keyof typeof programs)[]} */ (Object.keys(programs)), {
  splitting: true,
  vendored: true,
}).catch(exitOnBuildError);
await editor;
endPrograms();
const endModules = startStep('Compiling the modules');
compileModules();
renameImports();
removeDeclarations();
removeScripts();
endModules();
// npm leaves a package-lock.json out of packages.
const lock = JSON.stringify(JSON.parse(readFileSync(join(packageRoot, 'package-lock.json'), 'utf8')));
writeFileSync(join(packageRoot, 'dist/tested-lock.json'), lock);
const endGuide = startStep('Building the documentation');
await guide;
endGuide();
