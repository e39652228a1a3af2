// Generators of clients: what each makes of the description compiles, and its requests get typed answers.
import { execFile } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadSchema, type Schema } from '../../../lib/schema/index.ts';
import { freshFolder } from '../../media/files.ts';
import { isLong } from '../../setup/lengthOf.ts';
import { installPackages } from '../../setup/packages.ts';
import { installedCommand } from '../../setup/python.ts';
import { componentFile, localized, relationTo, schemaOf, typeFile, withDrafts } from '../../setup/schema.ts';
import { createUploadApi } from '../../setup/uploads.ts';
import { describedOf } from '../openapi/described.ts';
import { heyApi, openApiFetch, orval, printed, python } from './clients.ts';

const schema = schemaOf({
  'page.json': typeFile(
    'page',
    {
      title: { type: 'string', required: true, ...localized },
      kind: { type: 'enumeration', enum: ['news', 'about'] },
      story: { type: 'blocks', ...localized },
      extra: { type: 'json' },
      body: { type: 'dynamiczone', components: ['shared.quote', 'shared.note'], ...localized },
      author: relationTo('manyToOne', 'author', { inversedBy: 'pages' }),
    },
    { ...withDrafts, ...localized },
  ),
  'author.json': typeFile('author', {
    name: { type: 'string' },
    since: { type: 'date' },
    pages: relationTo('oneToMany', 'page', { mappedBy: 'author' }),
  }),
  'components/shared/quote.json': componentFile({ text: { type: 'text', required: true }, by: { type: 'string' } }),
  'components/shared/note.json': componentFile({ text: { type: 'text' } }),
});

const packages = await installPackages(import.meta.dirname);
const pythonCommand = await installedCommand({
  ...{ name: 'openapi-python-client', command: 'openapi-python-client', requirement: 'openapi-python-client==0.29.1' },
});

const api = createUploadApi(schema);
const folder = await freshFolder();

const execute = promisify(execFile);
const run = async (command: string, ...args: readonly string[]): Promise<string> => {
  try {
    const { stdout, stderr } = await execute(command, args, { cwd: folder, maxBuffer: 16 * 1024 * 1024 });
    return stdout + stderr;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string };
    throw new Error(`${command} ${args.join(' ')}\n${stdout}${stderr}`, { cause: error });
  }
};

const packageBin = (name: string): string => join(folder, 'node_modules/.bin', name);

/** In CI the description has only routes of content; the others are many, and differ less. */
const writeDescription = async (name: string, described: Schema): Promise<string> => {
  const path = join(folder, `${name}.json`);
  const { paths, ...more } = describedOf(described);
  const kept = Object.entries(paths).filter(([route]) => isLong || /^\/api\/(pages|authors)\b/.test(route));
  await writeFile(path, JSON.stringify({ ...more, paths: Object.fromEntries(kept) }));
  return path;
};

/** Fails with what the compiler says of a file. */
const compile = async (file: string): Promise<void> => {
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--allowImportingTsExtensions', '--verbatimModuleSyntax'];
  const targets = ['--target', 'es2023', '--module', 'esnext', '--moduleResolution', 'bundler'];
  const tsc = join(process.cwd(), 'node_modules/.bin/tsc');
  expect(await run(tsc, ...options, ...targets, '--lib', 'es2023,dom,dom.iterable', '--types', 'qs', file)).toBe('');
};

/** Compiles a program and runs it; @returns what it prints */
const runProgram = async (name: string, source: string): Promise<unknown> => {
  const file = join(folder, `${name}.ts`);
  await writeFile(file, source);
  await compile(file);
  const outfile = join(folder, `${name}.mjs`);
  await build({
    entryPoints: [file],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    outfile,
    logLevel: 'error',
  });
  return JSON.parse(await run(process.execPath, outfile, api.url(), api.token()));
};

/** What makes a client, as a file or a folder beside the description. */
const generate = {
  openapiTypescript: (description: string, types = 'types.ts') =>
    run(packageBin('openapi-typescript'), description, '--output', types),
  heyApi: (description: string, output = 'hey') =>
    run(packageBin('openapi-ts'), '-i', description, '-o', output, '-c', '@hey-api/client-fetch', '--no-log-file'),
  orval: async (description: string, output = 'orval') => {
    const target = {
      target: `${output}/api.ts`,
      client: 'fetch',
      baseUrl: api.url(),
      override: { fetch: { includeHttpResponseReturnType: true } },
    };
    await writeFile(
      join(folder, 'orval.config.mjs'),
      `export default ${JSON.stringify({ api: { input: description, output: target } })}`,
    );
    return run(packageBin('orval'), '--config', 'orval.config.mjs');
  },
  python: async (description: string, output = 'generated') => {
    // Otherwise it formats the code, with a program in PATH.
    await writeFile(join(folder, 'python.json'), JSON.stringify({ post_hooks: [] }));
    const options = ['--meta', 'none', '--config', 'python.json', '--output-path', output];
    return run(pythonCommand ?? '', 'generate', '--path', description, ...options);
  },
};

let description: string;
beforeAll(async () => {
  if (packages !== undefined) await symlink(join(packages, 'node_modules'), join(folder, 'node_modules'));
  description = await writeDescription('openapi', schema);
  await api.request('POST', '/api/i18n/locales', { body: { code: 'fr', name: 'French' } });
});

const timeout = 120_000;

describe.runIf(packages !== undefined)('TypeScript', () => {
  it('of openapi-typescript', { timeout }, async () => {
    await generate.openapiTypescript(description);
    expect(await runProgram('openApiFetch', openApiFetch)).toEqual(printed);
  });

  it('of @hey-api/openapi-ts', { timeout }, async () => {
    await generate.heyApi(description);
    expect(await runProgram('heyApi', heyApi)).toEqual(printed);
  });

  it('of orval', { timeout }, async () => {
    await generate.orval(description);
    expect(await runProgram('orval', orval)).toEqual(printed);
  });

  it.runIf(isLong).each(['tests/schemas/museum', 'tests/reference/content-types', 'content-types'])(
    'of each for %s compiles',
    { timeout: 4 * timeout },
    async (types) => {
      const name = types.replaceAll('/', '-');
      const other = await writeDescription(name, (await loadSchema(types)).schema);
      await generate.openapiTypescript(other, `${name}-types.ts`);
      await generate.heyApi(other, `${name}-hey`);
      await generate.orval(other, `${name}-orval`);
      for (const file of [`${name}-types.ts`, `${name}-hey/index.ts`, `${name}-orval/api.ts`]) await compile(file);
    },
  );
});

describe.runIf(pythonCommand !== undefined)('Python', () => {
  const interpreter = join(pythonCommand ?? '', '../python3');

  it('of openapi-python-client', { timeout }, async () => {
    expect(await generate.python(description)).not.toMatch(/warning|error/i);
    await writeFile(join(folder, 'use.py'), python);
    expect(JSON.parse(await run(interpreter, 'use.py', api.url(), api.token()))).toEqual(printed);
  });

  it.runIf(isLong).each(['tests/schemas/museum', 'tests/reference/content-types', 'content-types'])(
    'of %s compiles',
    { timeout },
    async (types) => {
      const name = types.replaceAll(/[/-]/g, '_');
      expect(await generate.python(await writeDescription(name, (await loadSchema(types)).schema), name)).not.toMatch(
        /warning|error/i,
      );
      await run(interpreter, '-m', 'compileall', '-q', name);
    },
  );
});
