// @ts-check
// Builds the Lambda functions of a project.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { exitOnBuildError, loadProgram } from './build.js';
import {
  bundleOptions,
  excludeCredentialProviders,
  functionEntries,
  entryPoint,
  modulePath,
  projectImports,
  replaceModules,
  requireNodeModules,
  ssmClient,
  webBundle,
} from './bundling.js';
import { withEsbuild } from './esbuild.js';
import { withLazyFunctions } from './lazyFunctions.js';
import { buildPackages, separatePackages } from './packages.js';
import { functionsFolder, moduleEnding, modulesRoot, projectRoot } from './roots.js';
import { shims } from './shims.js';
import { copySwaggerUi } from './swaggerUi.js';
import { vendoredClients } from './vendored.js';

/** The names of the Lambda functions: the files in functions/ except `routes.ts`. */
export const functionNames = () =>
  readdirSync(join(modulesRoot, 'functions'))
    .filter((file) => /^\w+\.[jt]s$/.test(file))
    .map((file) => file.slice(0, -moduleEnding.length))
    .filter((name) => name !== 'routes');

/** Writes the bundles and their source maps. */
const writeBundles = (/** @type {readonly import('esbuild').OutputFile[]} */ files) => {
  const maps = new Map(files.filter(({ path }) => path.endsWith('.map')).map(({ path, text }) => [path, text]));
  for (const { path, text } of files) {
    if (path.endsWith('.map')) continue;
    const { code, map } = withLazyFunctions(text, maps.get(`${path}.map`));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, code);
    if (map !== undefined) writeFileSync(`${path}.map`, map);
  }
};

/**
 * Writes what modules read beside the bundles that contain them.
 *
 * @param {import('esbuild').Metafile} built
 * @param {Readonly<Record<string, Readonly<Record<string, Uint8Array>>>>} files by the path of the module
 */
const writeFilesBeside = ({ outputs }, files) => {
  for (const [path, { inputs }] of Object.entries(outputs))
    for (const [input, { bytesInOutput }] of Object.entries(inputs))
      if (bytesInOutput > 0)
        for (const [name, content] of Object.entries(files[modulePath(resolve(projectRoot, input))] ?? {}))
          writeFileSync(resolve(projectRoot, dirname(path), name), content);
};

/**
 * Builds Lambda functions into `<outdir>/<name>/index.mjs`: one file that includes the content types, the configuration and
 * the extensions. Beside it are its source map, if there are extensions, the packages that it loads later, and what its modules read.
 * `general` gets the files of its page in `<outdir>/swagger-ui`. The bundle `web` is built alone: it shares its process between requests.
 *
 * @param {{
 *   readonly env?: NodeJS.ProcessEnv,
 *   readonly names?: readonly string[],
 *   readonly outdir?: string,
 *   readonly beside?: (name: string) => string | undefined,
 * }} [options] `env`: the environment that names the content types, the configuration and the built extensions
 *   (`prepareExtensions`); `names`: the names of the functions, all by default; `outdir`: relative to the project; `beside`:
 *   the path of a module, relative to the project, whose exports the bundle has besides its handler
 * @returns {Promise<import('esbuild').Metafile>} the contents of the bundles
 * @throws Error with every fault of the content types, the configuration or the extensions, or when the source does not
 *   compile; esbuild then prints the reason on stderr
 */
export const buildFunctions = async ({
  env = process.env,
  names = functionNames(),
  outdir = functionsFolder,
  beside = () => undefined,
} = {}) => {
  const { siteModules } = /** @type {typeof import('../cli/bundle/main.ts')} */ (await loadProgram('bundle'));
  const isWeb = names.includes(webBundle);
  const { modules, files } = await siteModules(env, moduleEnding, isWeb);
  const mapped = (env.LECTERN_EXTENSIONS ?? '') !== '';
  /** @type {Map<string, string>} */
  const packages = new Map();
  const metafile = await withEsbuild(async (esbuild) => {
    const { metafile: built, outputFiles } = await esbuild.build({
      ...bundleOptions,
      external: [...(bundleOptions.external ?? []), ...(isWeb ? [] : [ssmClient])],
      ...(mapped ? { sourcemap: 'linked', sourcesContent: false } : {}),
      entryPoints: Object.fromEntries(names.map((name) => [`${name}/index`, entryPoint(name)])),
      outdir,
      plugins: [
        functionEntries(beside, mapped),
        projectImports,
        // How a web function gets its credentials, no page says.
        ...(isWeb ? [] : [excludeCredentialProviders]),
        separatePackages(packages),
        vendoredClients,
        requireNodeModules,
        replaceModules({ ...shims, ...modules }),
      ],
      ...{ metafile: true, write: false },
    });
    writeBundles(outputFiles);
    writeFilesBeside(built, files);
    const separate = await buildPackages(esbuild, built, packages, outdir, names);
    return { ...built, outputs: { ...built.outputs, ...separate } };
  });
  if (names.includes('general')) copySwaggerUi(outdir);
  return metafile;
};

// Without await: the Serverless Framework loads this module from CommonJS, which does not allow top-level await.
if (process.argv[1] === import.meta.filename) buildFunctions().catch(exitOnBuildError);
