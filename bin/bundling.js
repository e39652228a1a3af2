// @ts-check
// The esbuild settings and plugins for the bundles of functions.
import { dirname, join, relative, resolve, sep } from 'node:path';
import { moduleEnding, modulesRoot, projectRoot } from './roots.js';
import { isShimmed } from './shims.js';

/** Part of the runtime of functions, used only for secrets. The bundle of a web function contains it, because no page says of theirs. */
export const ssmClient = '@aws-sdk/client-ssm';

/** @type {import('esbuild').BuildOptions} */
export const bundleOptions = {
  absWorkingDir: projectRoot,
  outExtension: { '.js': '.mjs' },
  ...{
    bundle: true,
    minify: true,
    charset: 'utf8',
    platform: 'node',
    format: 'esm',
    target: 'node22',
  },
  // Packages in CommonJS load Node's modules with `require`.
  banner: {
    js: "import{createRequire as requireOfBundle}from'node:module';const require=requireOfBundle(import.meta.url);",
  },
  external: [
    'sharp', // native: a folder beside the bundle
    // Optional dependencies of the driver.
    ...['@aws-sdk/credential-providers', '@mongodb-js/zstd', 'gcp-metadata', 'kerberos', 'mongodb-client-encryption'],
    ...['snappy', 'socks'],
  ],
  logLevel: 'warning',
};

const namespace = 'function';

/** The entry point of a function's bundle. */
export const entryPoint = (/** @type {string} */ name) => `${namespace}:${name}`;

/** The functions that read no settings of logins, SCIM and GraphQL, so that their bundles do not have them. */
const contentFunctions = ['find', 'findOne', 'create', 'update', 'delete'];

/**
 * The source of the entry point. On Lambda it creates the service, which connects, during the init phase.
 *
 * @param {string} name
 * @param {string | undefined} beside
 * @param {boolean} mapped
 */
const entrySource = (name, beside, mapped) => `
  import { serviceFromEnvironment } from './lib/platform/service${moduleEnding}';
  export { handler } from './functions/${name}${moduleEnding}';
  ${
    contentFunctions.includes(name)
      ? ''
      : `import { addSignIn } from './lib/platform/site${moduleEnding}';
  addSignIn();`
  }
  ${beside === undefined ? '' : `export * from ${JSON.stringify(resolve(projectRoot, beside))};`}
  ${mapped ? `import { mapStackTraces } from ${JSON.stringify(sourceMaps)}; mapStackTraces(import.meta.url);` : ''}
  if (process.env.AWS_LAMBDA_FUNCTION_NAME !== undefined) serviceFromEnvironment().catch(() => undefined);
`;

const sourceMaps = join(import.meta.dirname, 'sourceMaps.js');

/** The name of the bundle of a web function, which is no Lambda function: it has no handler, but serves. */
export const webBundle = 'web';

/** The source of its entry point. @param {boolean} mapped */
const webSource = (mapped) => `
  import { addSignIn } from './lib/platform/site${moduleEnding}';
  import { serveWeb } from './functions/web/index${moduleEnding}';
  ${mapped ? `import { mapStackTraces } from ${JSON.stringify(sourceMaps)}; mapStackTraces(import.meta.url);` : ''}
  addSignIn();
  await serveWeb();
`;

/**
 * @param {(name: string) => string | undefined} beside the path of a module that the bundle also exports
 * @param {boolean} mapped whether stack traces name source files: those of a project's own code
 * @returns {import('esbuild').Plugin}
 */
export const functionEntries = (beside, mapped) => ({
  name: 'entries',
  setup: (build) => {
    build.onResolve({ filter: new RegExp(`^${namespace}:`) }, ({ path }) => ({
      path: path.slice(namespace.length + 1),
      namespace,
    }));
    build.onLoad({ filter: /./, namespace }, ({ path }) => ({
      contents: path === webBundle ? webSource(mapped) : entrySource(path, beside(path), mapped),
      resolveDir: modulesRoot,
    }));
  },
});

/** The path of a source file of Lectern, such as `lib/errors.ts`, or of a package's file, from node_modules on. */
export const modulePath = (/** @type {string} */ path) => {
  const own = relative(modulesRoot, path);
  if (!own.startsWith('..') && !own.includes('node_modules'))
    return own.replaceAll(sep, '/').replace(/\.js$/, moduleEnding === '.js' ? '.ts' : '.js');
  return path.slice(Math.max(path.lastIndexOf('node_modules'), 0)).replaceAll(sep, '/');
};

/**
 * Resolves what extensions import from `lectern` to the modules that the functions are made of, so that a bundle has each
 * of them once.
 *
 * @type {import('esbuild').Plugin}
 */
export const projectImports = {
  name: 'project',
  setup: (build) => {
    build.onResolve({ filter: /^lectern$/ }, () => ({
      path: join(modulesRoot, `lib/platform/lectern${moduleEnding}`),
      sideEffects: false,
    }));
  },
};

/**
 * Replaces files with generated modules, except those of packages in versions that a shim was not written for.
 *
 * @param {Readonly<Record<string, string>>} modules JavaScript sources by the path of the file (`modulePath`)
 * @returns {import('esbuild').Plugin}
 */
export const replaceModules = (modules) => ({
  name: 'given',
  setup: (build) => {
    build.onLoad({ filter: /\.(?:ts|m?js|json)$/ }, ({ path }) => {
      const contents = modules[modulePath(path)];
      return contents === undefined || !isShimmed(path)
        ? undefined
        : { contents, loader: 'js', resolveDir: dirname(path) };
    });
  },
});

/**
 * Leaves out the AWS credential providers: every function has its credentials in the environment.
 *
 * @type {import('esbuild').Plugin}
 */
export const excludeCredentialProviders = {
  name: 'credentials',
  setup: (build) => {
    build.onResolve({ filter: /^@aws-sdk\// }, ({ path, importer }) =>
      modulePath(importer).startsWith('lib/platform/bucket/') ? { path, external: true } : undefined,
    );
  },
};

/**
 * Loads Node's modules with `require`: an ES import reads all exports of a module and so loads parts that Node otherwise
 * loads lazily.
 *
 * @type {import('esbuild').Plugin}
 */
export const requireNodeModules = {
  name: 'required',
  setup: (build) => {
    build.onResolve({ filter: /^node:/ }, ({ kind, path }) =>
      kind === 'import-statement' ? { path, namespace: 'required' } : { path, external: true },
    );
    build.onLoad({ filter: /./, namespace: 'required' }, ({ path }) => ({
      // The exports of node:stream/web are globals too, which Node loads on first use.
      contents: `module.exports = ${path === 'node:stream/web' ? 'globalThis' : `require('${path}')`};`,
    }));
  },
};
