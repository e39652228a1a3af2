// @ts-check
// Builds the project's part of the editor: the fields and the pictures in `extensions/editor/`, as files that browsers load.
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, parse, relative } from 'node:path';
import process from 'node:process';
import { writeOutput } from './build.js';
import { withEsbuild } from './esbuild.js';
import { areUnchanged, hashFiles } from './inputs.js';
import { outputFolder, projectRoot } from './roots.js';

const source = 'extensions/editor';

const output = `${outputFolder}/editor`;

/** What was built, and of what. lib/server/editor/projectFiles.ts reads it too. */
const listFile = `${output}/files.json`;

const pictureEndings = ['.avif', '.gif', '.jpeg', '.jpg', '.png', '.svg', '.webp'];

const isPicture = (/** @type {string} */ file) => pictureEndings.includes(parse(file).ext.toLowerCase());

const isField = (/** @type {string} */ file) => /\.[jt]sx?$/.test(file) && !/\.(?:d|test|spec)\.[jt]sx?$/.test(file);

/** @param {string} root */
const sourceFiles = (root) =>
  (existsSync(join(root, source)) ? readdirSync(join(root, source)) : [])
    .filter((name) => isField(name) || isPicture(name))
    .sort()
    .map((name) => `${source}/${name}`);

/**
 * Fields use the React of the editor, because hooks need the React that renders. The editor sets the value before it loads a
 * field.
 *
 * @type {import('esbuild').Plugin}
 */
const sharedModules = {
  name: 'shared',
  setup: (build) => {
    build.onResolve({ filter: /^react(?:-dom|\/jsx-runtime)?$/ }, ({ path }) => ({ path, namespace: 'shared' }));
    build.onLoad({ filter: /./, namespace: 'shared' }, ({ path }) => ({
      contents: `module.exports = globalThis[Symbol.for('lectern.editor')][${JSON.stringify(path)}];`,
    }));
  },
};

/**
 * Refuses two files of one field, which differ in their endings only.
 *
 * @param {readonly string[]} files
 * @returns {import('esbuild').Plugin}
 */
const oneFileEach = (files) => ({
  name: 'oneFileEach',
  setup: (build) => {
    const errors = files.flatMap((file, index) => {
      const { name, base } = parse(file);
      const other = files.slice(0, index).find((one) => parse(one).name === name);
      if (other === undefined) return [];
      return [
        { text: `${parse(other).base} and ${base} in ${source}/ are both the field "${name}": remove one of them` },
      ];
    });
    build.onStart(() => ({ errors }));
  },
});

const names = 'assets/[name]-[hash]';

/** The name of a file in an address. @param {string} name */
const addressName = (name) => name.replaceAll(/[^\w.-]/g, '_');

/** @type {import('esbuild').BuildOptions} */
const fieldOptions = {
  ...{ outdir: output, entryNames: names, chunkNames: names, publicPath: '/editor/' },
  // The names of what fields import may have any characters.
  assetNames: 'assets/[hash]',
  ...{ bundle: true, splitting: true, minify: true, platform: 'browser', format: 'esm', target: 'es2022' },
  ...{ jsx: 'automatic', jsxDev: false, define: { 'process.env.NODE_ENV': '"production"' } },
  loader: Object.fromEntries([...pictureEndings, '.ttf', '.woff', '.woff2'].map((ending) => [ending, 'file'])),
  logLevel: 'warning',
};

/** @param {string} file @returns its path below /editor/ */
const pathOf = (file) => relative(output, file).replaceAll('\\', '/');

/**
 * @param {string} root
 * @param {readonly string[]} files
 * @returns {Promise<{
 *   readonly fields: Readonly<Record<string, { readonly script: string, readonly style?: string }>>,
 *   readonly inputs: readonly string[],
 *   readonly outputFiles: Parameters<typeof writeOutput>[0],
 * }>}
 * @throws Error when a field does not compile; esbuild has printed the file and the line
 */
const buildFields = async (root, files) => {
  if (files.length === 0) return { fields: {}, inputs: [], outputFiles: [] };
  const { outputFiles, metafile } = await withEsbuild((esbuild) =>
    esbuild.build({
      ...{ ...fieldOptions, absWorkingDir: root, write: false, metafile: true },
      entryPoints: files.map((file) => ({ in: file, out: addressName(parse(file).name) })),
      plugins: [oneFileEach(files), sharedModules],
    }),
  );
  const fields = Object.entries(metafile.outputs).flatMap(([file, { entryPoint, cssBundle }]) => {
    if (entryPoint === undefined) return [];
    const style = cssBundle === undefined ? {} : { style: pathOf(cssBundle) };
    return [/** @type {const} */ ([parse(entryPoint).name, { script: pathOf(file), ...style }])];
  });
  const inputs = Object.keys(metafile.inputs).filter((file) => !file.startsWith('shared:'));
  return { fields: Object.fromEntries(fields), inputs, outputFiles };
};

/** A copy whose name has the hash of its content. @param {string} root @param {string} file */
const copyOf = (root, file) => {
  const { name, ext, base } = parse(file);
  const contents = readFileSync(join(root, file));
  const hash = createHash('sha256').update(contents).digest('hex').slice(0, 8);
  const path = `${output}/assets/${addressName(name)}-${hash}${ext}`;
  return { base, path: join(root, path), contents };
};

/** @param {string} root @param {readonly string[]} sources */
const buildFiles = async (root, sources) => {
  const { fields, inputs, outputFiles } = await buildFields(root, sources.filter(isField));
  const copies = sources.filter(isPicture).map((file) => copyOf(root, file));
  const pictures = Object.fromEntries(copies.map(({ base, path }) => [base, pathOf(relative(root, path))]));
  const hashes = hashFiles(root, [...new Set([...sources, ...inputs])]);
  await writeOutput([...outputFiles, ...copies]);
  const list = Buffer.from(`${JSON.stringify({ sources, hashes, fields, pictures }, null, 2)}\n`);
  await writeOutput([{ path: join(root, listFile), contents: list }]);
  const written = new Set([...outputFiles, ...copies].map(({ path }) => path));
  for (const name of readdirSync(join(root, output, 'assets')))
    if (!written.has(join(root, output, 'assets', name))) rmSync(join(root, output, 'assets', name));
};

/** @param {string} root @param {readonly string[]} sources */
const isUpToDate = (root, sources) => {
  if (!existsSync(join(root, listFile))) return false;
  /** @type {unknown} */
  const list = JSON.parse(readFileSync(join(root, listFile), 'utf8'));
  const before = /** @type {{ readonly sources: string[], readonly hashes: Record<string, string> }} */ (list);
  return before.sources.join('\n') === sources.join('\n') && areUnchanged(root, before.hashes);
};

/**
 * Builds the project's part of the editor, unless no file has changed since it was built.
 *
 * @param {NodeJS.ProcessEnv} [env] if `LECTERN_EDITOR_FILES` is set, it names the built folder or is empty, and nothing is
 *   built
 * @param {string} [root] the folder of the project
 * @returns {Promise<{ readonly LECTERN_EDITOR_FILES?: string }>} the environment variable that names the folder; nothing if
 *   the project has no part
 * @throws Error when a field does not compile; esbuild has printed the file and the line
 */
export const prepareEditorFields = async ({ LECTERN_EDITOR_FILES: chosen } = process.env, root = projectRoot) => {
  if (chosen !== undefined) return { LECTERN_EDITOR_FILES: chosen };
  const sources = sourceFiles(root);
  if (sources.length === 0) {
    // In a container nothing may be written, and nothing has to be.
    if (existsSync(join(root, output))) rmSync(join(root, output), { recursive: true });
    return {};
  }
  if (!isUpToDate(root, sources)) await buildFiles(root, sources);
  return { LECTERN_EDITOR_FILES: join(root, output) };
};
