// Runs the extensions that the documentation shows, with the sample content types.
import { readdirSync, readFileSync } from 'node:fs';
import { transformSync } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { compileExtensions, type Extension } from '../../lib/platform/extensions/index.ts';
import { loadSchema } from '../../lib/schema/index.ts';
import { addMember, addPublicRole, type Member } from '../setup/accounts.ts';
import { createApi, testConfig } from '../setup/api.ts';
import { secrets } from '../setup/secrets.ts';

const pages = readdirSync('docs')
  .filter((file) => /^extending.*\.md$/.test(file))
  .map((file) => readFileSync(`docs/${file}`, 'utf8'));

/** The examples of whole files, by the path in their first line. */
const examples = new Map(
  pages
    .flatMap((page) => [...page.matchAll(/```ts\n\/\/ (extensions\/\S+\.ts)\n([\s\S]*?)```/g)])
    .map(([, file = '', code = '']) => [file, code] as const),
);

/** What the file exports. Only what it imports from `lectern` is known to it. */
const load = (file: string): Extension => {
  const code = transformSync(examples.get(file) ?? '', { loader: 'ts', format: 'cjs' }).code;
  const module = { exports: {} as { default?: Extension } };
  const lectern = { defineExtension: (extension: Extension) => extension };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the code is in this repository
  (new Function('module', 'require', code) as (of: object, require: () => object) => void)(module, () => lectern);
  return module.exports.default ?? {};
};

const { schema } = await loadSchema('content-types');

it.each([...examples.keys()])('%s has no faults', (file) => {
  expect(compileExtensions(schema, [{ file, definition: load(file) }])).toBeDefined();
});

const createExample = (file: string) => createApi(schema, testConfig, 1, secrets, [load(file)]);
const article = (title: string, more: object = {}) => ({ title, slug: title.toLowerCase(), ...more });

describe('extensions/excerpts.ts', () => {
  const api = createExample('extensions/excerpts.ts');

  it('answers an excerpt', async () => {
    await api.post('/api/articles', article('Chairs', { summary: 'On sitting' }));
    const { body } = await api.get('/api/articles?fields=excerpt');
    expect(body.data).toMatchObject([{ excerpt: 'Chairs: On sitting' }]);
  });
});

const permissions = ['find', 'findOne', 'create', 'update'].map((action) => `api::article.article.${action}`);

describe.each(['extensions/visibility.ts', 'extensions/own.ts'])('%s', (file) => {
  const api = createExample(file);
  let [mary, tom]: Member[] = [];
  let documentId = '';
  beforeAll(async () => {
    const service = api.service();
    await addPublicRole(service, permissions);
    [mary, tom] = [
      await addMember(
        service,
        permissions.map((action) => ({ action })),
      ),
      await addMember(
        service,
        permissions.map((action) => ({ action })),
      ),
    ];
    const { status, body } = await api.post('/api/articles', article('Tables'), mary);
    expect(status).toBe(201);
    documentId = (body.data as { documentId: string }).documentId;
  });
  const titles = async (call?: { readonly as: { readonly token: string } | null }) =>
    ((await api.get('/api/articles', call)).body.data as readonly { title: string }[]).map(({ title }) => title);

  it('lets users write only their own articles', async () => {
    expect((await api.put(`/api/articles/${documentId}`, { readingMinutes: 2 }, tom)).status).toBe(404);
    const reply = await api.put(`/api/articles/${documentId}`, { readingMinutes: 2 }, mary);
    expect(reply.status).toBe(file === 'extensions/own.ts' ? 200 : 404);
    expect((await api.put(`/api/articles/${documentId}`, { readingMinutes: 3 })).status).toBe(200);
  });

  it('hides articles from users and the public, not from tokens', async () => {
    expect(await titles()).toEqual(['Tables']);
    expect(await titles(tom)).toEqual([]);
    expect(await titles({ as: null })).toEqual([]);
    expect(await titles(mary)).toEqual(file === 'extensions/own.ts' ? ['Tables'] : []);
    await api.put(`/api/articles/${documentId}`, { publishedOn: '2026-01-01' });
    expect(await titles(tom)).toEqual(file === 'extensions/own.ts' ? [] : ['Tables']);
  });
});
