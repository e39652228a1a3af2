// The modules that bundles contain in place of unused parts of Lectern fit the modules that they replace.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { defaultConfig, type Config } from '../../../lib/platform/config/index.ts';
import { unusedParts } from '../../../cli/bundle/unusedParts.ts';
import { componentFile, schemaOf, typeFile } from '../../setup/schema.ts';

const partsWith = (backend: Config['search']['backend']): readonly (readonly [string, string])[] => {
  const config = { ...defaultConfig, search: { ...defaultConfig.search, backend } };
  return Object.entries(unusedParts({ schema: schemaOf({}), config }));
};

const parts = partsWith('mongodb');

/** What a module exports, by name: of which type it is. */
const exportsOf = (module: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(module as object).map(([name, value]) => [name, typeof value]));

it.each([...parts, ...partsWith('atlas')])(
  'the replacement of %s exports what the module does',
  async (path, source) => {
    const original = exportsOf(await import(/* @vite-ignore */ `../../../${path}`));
    const replacement = exportsOf(await import(`data:text/javascript,${encodeURIComponent(source)}`));
    expect(replacement).not.toEqual({});
    expect(original).toMatchObject(replacement);
  },
);

/** A module that a comment calls replaced, but that no list names, would be in every bundle. */
it('every module that says so is replaced', async () => {
  const files = (await readdir('lib', { recursive: true })).filter((file) => file.endsWith('.ts'));
  const texts = await Promise.all(
    files.map(async (file) => [`lib/${file}`, await readFile(join('lib', file), 'utf8')]),
  );
  const announced = texts.filter(([, text = '']) => /\ba stub replaces this module/.test(text)).map(([path]) => path);
  expect(announced.length).toBeGreaterThan(0);
  expect(parts.map(([path]) => path)).toEqual(expect.arrayContaining(announced));
});

it.each(['mongodb', 'atlas', 'meilisearch'] as const)(
  'of the search backends, %s alone is left where it is chosen',
  (backend) => {
    const modules = {
      mongodb: 'lib/search/mongodbBackend.ts',
      atlas: 'lib/search/atlas/index.ts',
      meilisearch: 'lib/search/meilisearch/index.ts',
    };
    const replaced = new Set(partsWith(backend).map(([path]) => path));
    const left = Object.entries(modules).filter(([, path]) => !replaced.has(path));
    expect(left.map(([name]) => name)).toEqual([backend]);
  },
);

const { upload, events, cache } = defaultConfig;

it.each<[name: string, settings: Partial<Config>, modules: readonly string[]]>([
  [
    'the signer of URLs',
    { upload: { ...upload, s3: { ...upload.s3, signedSeconds: 900 } } },
    ['lib/platform/bucket/signer.ts'],
  ],
  [
    'the client of a queue',
    {
      events: {
        ...events,
        targets: { changes: { queueUrl: 'https://sqs.example/1/a', topicArn: '', bus: '', events: [], types: [] } },
      },
    },
    ['lib/events/relay/targetReceivers.ts', 'lib/events/relay/targets/sqs.ts'],
  ],
  [
    'the client of CloudFront',
    { cache: { ...cache, purge: { ...cache.purge, provider: 'cloudfront' } } },
    ['lib/events/purge/purgerOf.ts', 'lib/events/purge/cloudFront.ts'],
  ],
])('%s is left where the configuration needs it, and replaced elsewhere', (_, settings, modules) => {
  const replacedWith = (config: Config): readonly string[] =>
    Object.keys(unusedParts({ schema: schemaOf({}), config })).filter((path) => modules.includes(path));
  expect(replacedWith(defaultConfig).toSorted()).toEqual(modules.toSorted());
  expect(replacedWith({ ...defaultConfig, ...settings })).toEqual([]);
});

it('the coercion of blocks is left where a type or a component has blocks', () => {
  const attributes = { story: { type: 'blocks' } };
  const isReplaced = (files: Parameters<typeof schemaOf>[0]): boolean =>
    'lib/write/input/coerceBlocks.ts' in unusedParts({ schema: schemaOf(files), config: defaultConfig });
  expect(isReplaced({ 'note.json': typeFile('note', { text: { type: 'text' } }) })).toBe(true);
  expect(isReplaced({ 'note.json': typeFile('note', attributes) })).toBe(false);
  expect(isReplaced({ 'components/part/story.json': componentFile(attributes) })).toBe(false);
});
