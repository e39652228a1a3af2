// @ts-check
// Bundles the extensions of the project into one module, which programs load and bundles of functions contain.
import { Buffer } from 'node:buffer';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { buildOutdated, writeOutput } from './build.js';
import { withEsbuild } from './esbuild.js';
import { areUnchanged, hashFiles } from './inputs.js';
import { isClone, outputFolder, projectRoot } from './roots.js';

const output = `${outputFolder}/extensions.mjs`;

/** The files that the module was made of, with their hashes. */
const inputsFile = `${outputFolder}/extensions.inputs.json`;

/** The files of extensions, in the order in which their hooks run. @param {string} root */
const extensionFiles = (root) =>
  (existsSync(join(root, 'extensions')) ? readdirSync(join(root, 'extensions')) : [])
    .filter((name) => /\.m?[jt]s$/.test(name) && !/\.(?:d|test|spec)\.m?[jt]s$/.test(name))
    .sort()
    .map((name) => `extensions/${name}`);

/** Whether the project has extensions. */
export const hasExtensions = () => extensionFiles(projectRoot).length > 0;

/**
 * Whether the module was made of these extensions, and no file in it has changed since.
 *
 * @param {string} root
 * @param {readonly string[]} files
 */
const isUpToDate = (root, files) => {
  if (!existsSync(join(root, output)) || !existsSync(join(root, inputsFile))) return false;
  /** @type {unknown} */
  const inputs = JSON.parse(readFileSync(join(root, inputsFile), 'utf8'));
  const { extensions, hashes } = /** @type {{ extensions: string[], hashes: Record<string, string> }} */ (inputs);
  return extensions.join('\n') === files.join('\n') && areUnchanged(root, hashes);
};

/** The source of the module. @param {readonly string[]} files */
const moduleSource = (files) =>
  [
    ...files.map((file, index) => `import definition${index} from ${JSON.stringify(`./${file}`)};`),
    'export const extensions = [',
    ...files.map((file, index) => `  { file: ${JSON.stringify(file)}, definition: definition${index} },`),
    '];',
  ].join('\n');

/** The name of that source, which is no file. */
const moduleName = 'extensions';

/**
 * Bundles relative imports; packages stay imports.
 *
 * @param {string} root
 * @param {readonly string[]} files
 * @throws Error when an extension does not compile; esbuild has printed the file and the line
 */
const buildModule = async (root, files) => {
  const { outputFiles, metafile } = await withEsbuild((esbuild) =>
    esbuild.build({
      absWorkingDir: root,
      stdin: { contents: moduleSource(files), resolveDir: root, sourcefile: moduleName },
      outfile: output,
      ...{ bundle: true, packages: 'external', platform: 'node', format: 'esm', target: 'node20' },
      ...{ sourcemap: true, sourcesContent: false, logLevel: 'warning', write: false, metafile: true },
    }),
  );
  await writeOutput(outputFiles);
  const inputs = Object.keys(metafile.inputs).filter((file) => file !== moduleName);
  const contents = Buffer.from(`${JSON.stringify({ extensions: files, hashes: hashFiles(root, inputs) }, null, 2)}\n`);
  await writeOutput([{ path: join(root, inputsFile), contents }]);
  // Extensions import `lectern`, which a clone has to build too.
  if (isClone) await buildOutdated(['index']);
};

/**
 * Builds the extensions of the project, unless no file has changed since they were built.
 *
 * @param {NodeJS.ProcessEnv} [env] if `LECTERN_EXTENSIONS` is set, it names a built module or is empty, and nothing is
 *   built
 * @param {string} [root] the folder of the project
 * @returns {Promise<{ readonly LECTERN_EXTENSIONS?: string }>} the environment variable that names the module; nothing
 *   without extensions
 * @throws Error when an extension does not compile; esbuild has printed the file and the line
 */
export const prepareExtensions = async ({ LECTERN_EXTENSIONS: chosen } = process.env, root = projectRoot) => {
  if (chosen !== undefined) return { LECTERN_EXTENSIONS: chosen };
  const files = extensionFiles(root);
  if (files.length === 0) {
    // In a container nothing may be written, and nothing has to be.
    if (existsSync(join(root, output)))
      for (const file of [output, `${output}.map`, inputsFile]) rmSync(join(root, file), { force: true });
    return {};
  }
  if (!isUpToDate(root, files)) await buildModule(root, files);
  return { LECTERN_EXTENSIONS: join(root, output) };
};
