// Defines a client to test, and loads its installed package.
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { installPackages } from '../setup/packages.ts';
import type { Lectern } from './lectern.ts';

/** A published client, and the tests of it. */
export interface Client {
  /** Its name in the registry of npm. */
  readonly name: string;
  /** The tests, by what the client does in them. */
  readonly tests: Readonly<Record<string, (lectern: Lectern) => Promise<void>>>;
}

const require = createRequire(import.meta.url);

const installed = await installPackages('tests/clients');
if (installed === undefined) throw new Error('npm cannot fetch the clients of Strapi');

/** The source of modules that a framework provides, by their names. */
type ProvidedModules = Readonly<Record<string, string>>;

const provide = (modules: ProvidedModules): Plugin => ({
  name: 'provide',
  setup: (builder) => {
    const namespace = 'provided';
    builder.onResolve({ filter: /.*/ }, ({ path }) => (path in modules ? { path, namespace } : undefined));
    builder.onLoad({ filter: /.*/, namespace }, ({ path }) => ({
      contents: modules[path] ?? '',
      resolveDir: import.meta.dirname,
    }));
  },
});

/**
 * Bundles installed packages unmodified, as the build of a site does, and loads the bundle.
 *
 * @param source the module to bundle; it re-exports what a test needs
 * @param modules what a framework provides; paths are relative to this folder
 * @returns the exports
 */
export const loadClient = async (
  source: string,
  modules: ProvidedModules = {},
  // The packages have no types here.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
): Promise<any> => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-client-'));
  const outfile = join(folder, 'client.cjs');
  try {
    await build({
      ...{ stdin: { contents: source, resolveDir: installed }, outfile, plugins: [provide(modules)] },
      ...{ bundle: true, platform: 'node', format: 'cjs', logLevel: 'error', define: { 'import.meta.server': 'true' } },
    });
    return require(outfile);
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** The path of an installed package. */
export const packagePath = (name: string): string => join(installed, 'node_modules', name);

/** The version of an installed package. */
export const versionOf = (name: string): string => {
  const { version } = JSON.parse(readFileSync(join(packagePath(name), 'package.json'), 'utf8')) as { version: string };
  return version;
};
