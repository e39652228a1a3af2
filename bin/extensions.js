// @ts-check
// Bundles the extensions of the project into one module, which programs load and bundles of functions contain.
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { build, writeOutput } from './build.js';
import { isClone, outputFolder, projectRoot } from './roots.js';

const output = `${outputFolder}/extensions.mjs`;

/** The files that the module was made of, with their hashes. */
const inputsFile = `${outputFolder}/extensions.inputs.json`;

/** The files of extensions, in the order in which their hooks run. */
const extensionFiles = () =>
  (existsSync(join(projectRoot, 'extensions')) ? readdirSync(join(projectRoot, 'extensions')) : [])
    .filter((name) => /\.m?[jt]s$/.test(name) && !/\.(?:d|test|spec)\.m?[jt]s$/.test(name))
    .sort()
    .map((name) => `extensions/${name}`);

/** @param {string} file relative to the project @returns the hash of its content; undefined: it does not exist */
const hashOf = (file) => {
  const path = join(projectRoot, file);
  return existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : undefined;
};

/** Whether the module was made of these extensions, and no file in it has changed since. @param {readonly string[]} files */
const isUpToDate = (files) => {
  if (!existsSync(join(projectRoot, output)) || !existsSync(join(projectRoot, inputsFile))) return false;
  /** @type {unknown} */
  const inputs = JSON.parse(readFileSync(join(projectRoot, inputsFile), 'utf8'));
  const { extensions, hashes } = /** @type {{ extensions: readonly string[], hashes: Record<string, string> }} */ (
    inputs
  );
  return (
    extensions.join('\n') === files.join('\n') && Object.entries(hashes).every(([file, hash]) => hashOf(file) === hash)
  );
};

/** The source of the module. @param {readonly string[]} files */
const moduleSource = (files) =>
  [
    ...files.map((file, index) => `import definition${index} from ${JSON.stringify(`./${file}`)};`),
    'export const extensions = [',
    ...files.map((file, index) => `  { file: ${JSON.stringify(file)}, definition: definition${index} },`),
    '];',
  ].join('\n');

/**
 * Bundles relative imports; packages stay imports.
 *
 * @param {readonly string[]} files
 * @throws Error when an extension does not compile; esbuild has printed the file and the line
 */
const buildModule = async (files) => {
  const esbuild = await import('esbuild');
  try {
    const { outputFiles, metafile } = await esbuild.build({
      absWorkingDir: projectRoot,
      stdin: { contents: moduleSource(files), resolveDir: projectRoot, sourcefile: 'extensions' },
      outfile: output,
      ...{ bundle: true, packages: 'external', platform: 'node', format: 'esm', target: 'node20' },
      ...{ sourcemap: true, sourcesContent: false, logLevel: 'warning', write: false, metafile: true },
    });
    await writeOutput(outputFiles);
    const hashes = Object.fromEntries(
      Object.keys(metafile.inputs)
        .filter((file) => file !== 'extensions')
        .map((file) => [file, hashOf(file)]),
    );
    const contents = Buffer.from(`${JSON.stringify({ extensions: files, hashes }, null, 2)}\n`);
    await writeOutput([{ path: join(projectRoot, inputsFile), contents }]);
  } finally {
    await esbuild.stop();
  }
  // Extensions import `lectern`, which a clone has to build too.
  if (isClone) await build(['index']);
};

/**
 * Builds the extensions of the project, unless no file has changed since they were built.
 *
 * @param {NodeJS.ProcessEnv} [env] if `LECTERN_EXTENSIONS` is set, it names a built module or is empty, and nothing is built
 * @returns {Promise<{ readonly LECTERN_EXTENSIONS?: string }>} the environment variable that names the module; nothing
 *   without extensions
 * @throws Error when an extension does not compile; esbuild has printed the file and the line
 */
export const prepareExtensions = async ({ LECTERN_EXTENSIONS: chosen } = process.env) => {
  if (chosen !== undefined) return { LECTERN_EXTENSIONS: chosen };
  const files = extensionFiles();
  if (files.length === 0) {
    for (const file of [output, `${output}.map`, inputsFile]) rmSync(join(projectRoot, file), { force: true });
    return {};
  }
  if (!isUpToDate(files)) await buildModule(files);
  return { LECTERN_EXTENSIONS: join(projectRoot, output) };
};
