// @ts-check
// The esbuild settings and plugins for the bundles of functions.
import { dirname, relative, sep } from 'node:path';

const root = dirname(import.meta.dirname);

/** @type {import('esbuild').BuildOptions} */
export const bundleOptions = {
  absWorkingDir: root,
  outExtension: { '.js': '.mjs' },
  ...{ bundle: true, minify: true, platform: 'node', format: 'esm', target: 'node22', sourcemap: 'linked' },
  // Packages in CommonJS load Node's modules with `require`.
  banner: { js: "import{createRequire as $cr}from'node:module';const require=$cr(import.meta.url);" },
  external: [
    'sharp', // native: a folder beside the bundle
    '@aws-sdk/client-ssm', // part of Lambda's runtime, used only for secrets
    // Optional dependencies of the driver.
    ...['@aws-sdk/credential-providers', '@mongodb-js/zstd', 'gcp-metadata', 'kerberos', 'mongodb-client-encryption'],
    ...['snappy', 'socks'],
  ],
  logLevel: 'warning',
};

const namespace = 'function';

/** The entry point of a function's bundle. */
export const entryPoint = (/** @type {string} */ name) => `${namespace}:${name}`;

/** The source of the entry point. On Lambda it creates the service, which connects, during the init phase. */
const entrySource = (/** @type {string} */ name, /** @type {string | undefined} */ beside) => `
  import { serviceFromEnvironment } from './lib/platform/service.ts';
  export { handler } from './functions/${name}.ts';
  ${beside === undefined ? '' : `export * from './${beside}';`}
  if (process.env.AWS_LAMBDA_FUNCTION_NAME !== undefined) serviceFromEnvironment().catch(() => undefined);
`;

/**
 * @param {(name: string) => string | undefined} beside the path of a module that the bundle also exports
 * @returns {import('esbuild').Plugin}
 */
export const functionEntries = (beside) => ({
  name: 'entries',
  setup: (build) => {
    build.onResolve({ filter: new RegExp(`^${namespace}:`) }, ({ path }) => ({
      path: path.slice(namespace.length + 1),
      namespace,
    }));
    build.onLoad({ filter: /./, namespace }, ({ path }) => ({
      contents: entrySource(path, beside(path)),
      resolveDir: root,
    }));
  },
});

/** The path of a file relative to the project, or from node_modules on, wherever that folder is. */
const projectPath = (/** @type {string} */ path) => {
  const packages = path.lastIndexOf('node_modules');
  return (packages < 0 ? relative(root, path) : path.slice(packages)).replaceAll(sep, '/');
};

/**
 * Replaces files with generated modules.
 *
 * @param {Readonly<Record<string, string>>} modules JavaScript sources by the path of the file
 * @returns {import('esbuild').Plugin}
 */
export const replaceModules = (modules) => ({
  name: 'given',
  setup: (build) => {
    build.onLoad({ filter: /\.(?:ts|m?js|json)$/ }, ({ path }) => {
      const contents = modules[projectPath(path)];
      return contents === undefined ? undefined : { contents, loader: 'js', resolveDir: dirname(path) };
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
      projectPath(importer).startsWith('lib/platform/bucket/') ? { path, external: true } : undefined,
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
