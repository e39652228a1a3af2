// Builds functions as bundles and runs them in a separate process.
import { fork } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Metafile } from 'esbuild';
import { buildFunctions } from '../../../bin/buildFunctions.js';
import type { Event } from '../../../lib/api/http/index.ts';
import { sharedFolder } from '../../setup/shared-folder.ts';
import { projectCode } from './projectCode.ts';

export interface Built {
  readonly folder: string;
  readonly metafile: Metafile;
}

const contentFunctions = ['find', 'findOne', 'create', 'update', 'delete'];
const search = (backend: string) => ({ search: { backend, url: 'https://search.example.org' } });
const signed = { provider: 's3', s3: { bucket: 'private', signedSeconds: 900 } };

interface Variant {
  readonly types: string;
  readonly config: object;
  readonly names: readonly string[];
  readonly extensions?: string;
}

/** The sites whose functions test files share: each build takes two seconds and more. */
const variants = {
  plain: {
    ...{ types: 'content-types', config: {} },
    names: [...contentFunctions, 'auth', 'general', 'relay', 'search', 'upload'],
  },
  museum: { types: 'tests/schemas/museum', config: {}, names: [...contentFunctions, 'general', 'mcp'] },
  graphql: { types: 'tests/schemas/museum', config: { graphql: { enabled: true } }, names: ['graphql'] },
  /** With project code: see projectCode.ts. */
  extended: {
    ...{ types: 'content-types', config: {}, extensions: projectCode },
    names: [...contentFunctions, 'extensions', 'general', 'relay', 'upload'],
  },
  atlas: { types: 'content-types', config: { ...search('atlas'), upload: signed }, names: ['find', 'relay'] },
  meilisearch: { types: 'content-types', config: search('meilisearch'), names: ['relay'] },
} satisfies Readonly<Record<string, Variant>>;

/** Builds the functions of a variant once for all test files, which only read them. */
export const sharedBundles = async (name: keyof typeof variants): Promise<Built> => {
  const { types, config, names, extensions = '' }: Variant = variants[name];
  const folder = await sharedFolder(`bundles-${name}`, async (outdir) => {
    const files = { config: join(outdir, 'lectern.json'), extensions: join(outdir, 'extensions.mjs') };
    await writeFile(files.config, JSON.stringify(config));
    await writeFile(files.extensions, extensions);
    const env = {
      ...{ CONTENT_TYPES: types, LECTERN_CONFIG: files.config },
      LECTERN_EXTENSIONS: extensions === '' ? '' : files.extensions,
    };
    await writeFile(join(outdir, 'metafile.json'), JSON.stringify(await buildFunctions({ env, names, outdir })));
  });
  return { folder, metafile: JSON.parse(await readFile(join(folder, 'metafile.json'), 'utf8')) as Metafile };
};

/** @throws Error if the function was not built */
export const outputOf = (
  { metafile: { outputs } }: Pick<Built, 'metafile'>,
  name: string,
): Metafile['outputs'][string] => {
  const [, output] = Object.entries(outputs).find(([path]) => path.endsWith(`/${name}/index.mjs`)) ?? [];
  if (output === undefined) throw new Error(`${name} was not built`);
  return output;
};

/** The part of a bundle that comes from each module. @throws Error as `outputOf` */
export const inputsOf = (site: Pick<Built, 'metafile'>, name: string): ReadonlyMap<string, number> =>
  new Map(Object.entries(outputOf(site, name).inputs).map(([path, { bytesInOutput }]) => [path, bytesInOutput]));

type Answer = APIGatewayProxyStructuredResultV2;

export interface Bundles {
  readonly ask: (name: string, event: Event) => Promise<Answer>;
  /** What the process has written so far. */
  readonly output: () => string;
  readonly stop: () => void;
}

/** Starts a process in the folder of the bundles; its environment is `env` and nothing else. */
export const processOf = (
  { folder }: Pick<Built, 'folder'> & Partial<Built>,
  env: Readonly<Record<string, string>>,
): Bundles => {
  const child = fork(new URL('runner.js', import.meta.url), { cwd: folder, env, execArgv: [], silent: true });
  const waiting = new Map<number, (answer: Answer) => void>();
  child.on('message', ({ id, result }: { readonly id: number; readonly result: Answer }) => {
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  let last = 0;
  return {
    output: () => output,
    ask: (name, event) =>
      new Promise((resolve) => {
        const id = ++last;
        waiting.set(id, resolve);
        child.send({ id, bundle: pathToFileURL(join(folder, name, 'index.mjs')).href, event });
      }),
    stop: () => child.kill(),
  };
};
