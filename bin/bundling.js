// @ts-check
// How functions are bundled.
import { dirname, relative, sep } from 'node:path';

const root = dirname(import.meta.dirname);

/** @type {import('esbuild').BuildOptions} */
export const bundling = {
  absWorkingDir: root,
  outExtension: { '.js': '.mjs' },
  ...{ bundle: true, minify: true, platform: 'node', format: 'esm', target: 'node22', sourcemap: 'linked' },
  // Packages that are no ES modules ask for those of Node by `require`.
  banner: { js: "import{createRequire as $cr}from'node:module';const require=$cr(import.meta.url);" },
  external: [
    'sharp', // native: stands beside the bundle
    '@aws-sdk/client-ssm', // comes with Lambda, and is asked for secrets alone
    // What the driver would use if it were there.
    ...['@aws-sdk/credential-providers', '@mongodb-js/zstd', 'gcp-metadata', 'kerberos', 'mongodb-client-encryption'],
    ...['snappy', 'socks'],
  ],
  logLevel: 'warning',
};

const namespace = 'function';

/** Where the bundle of a function begins. */
export const entry = (/** @type {string} */ name) => `${namespace}:${name}`;

/** On Lambda the service is made, and connects, in the time that a function is given to begin. */
const entryOf = (/** @type {string} */ name, /** @type {string | undefined} */ beside) => `
  import { serviceFromEnvironment } from './lib/platform/service.ts';
  export { handler } from './functions/${name}.ts';
  ${beside === undefined ? '' : `export * from './${beside}';`}
  if (process.env.AWS_LAMBDA_FUNCTION_NAME !== undefined) serviceFromEnvironment().catch(() => undefined);
`;

/**
 * @param {(name: string) => string | undefined} beside a module of which a bundle has the exports too
 * @returns {import('esbuild').Plugin}
 */
export const entries = (beside) => ({
  name: 'entries',
  setup: (build) => {
    build.onResolve({ filter: new RegExp(`^${namespace}:`) }, ({ path }) => ({
      path: path.slice(namespace.length + 1),
      namespace,
    }));
    build.onLoad({ filter: /./, namespace }, ({ path }) => ({
      contents: entryOf(path, beside(path)),
      resolveDir: root,
    }));
  },
});

/** A file in the project, or in node_modules wherever that is. */
const placeOf = (/** @type {string} */ path) => {
  const packages = path.lastIndexOf('node_modules');
  return (packages < 0 ? relative(root, path) : path.slice(packages)).replaceAll(sep, '/');
};

/**
 * Modules in the place of files.
 *
 * @param {Readonly<Record<string, string>>} modules in JavaScript, by the path of the file
 * @returns {import('esbuild').Plugin}
 */
export const given = (modules) => ({
  name: 'given',
  setup: (build) => {
    build.onLoad({ filter: /\.(?:ts|m?js|json)$/ }, ({ path }) => {
      const contents = modules[placeOf(path)];
      return contents === undefined ? undefined : { contents, loader: 'js', resolveDir: dirname(path) };
    });
  },
});

/**
 * Credentials are in the environment of every function: what else would look for them stays outside.
 *
 * @type {import('esbuild').Plugin}
 */
export const credentials = {
  name: 'credentials',
  setup: (build) => {
    build.onResolve({ filter: /^@aws-sdk\// }, ({ path, importer }) =>
      placeOf(importer).startsWith('lib/platform/bucket/') ? { path, external: true } : undefined,
    );
  },
};

/**
 * Modules of Node asked for by `require`: imported as ES modules each would be looked through for all that it exports, and
 * with that half of what Node loads lazily be loaded.
 *
 * @type {import('esbuild').Plugin}
 */
export const required = {
  name: 'required',
  setup: (build) => {
    build.onResolve({ filter: /^node:/ }, ({ kind, path }) =>
      kind === 'import-statement' ? { path, namespace: 'required' } : { path, external: true },
    );
    build.onLoad({ filter: /./, namespace: 'required' }, ({ path }) => ({
      // What is in it is global too, and loaded when somebody asks for it.
      contents: `module.exports = ${path === 'node:stream/web' ? 'globalThis' : `require('${path}')`};`,
    }));
  },
};
