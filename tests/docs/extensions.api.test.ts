// Runs the hooks, computed attributes and rules that the documentation shows, on the sample site.
import { beforeAll, describe, expect, it } from 'vitest';
import { compileExtensions } from '../../lib/platform/extensions/index.ts';
import { loadSchema } from '../../lib/schema/index.ts';
import { roleOfType } from '../../lib/accounts/roles/index.ts';
import { addMember, addPublicRole, addUser, type Member } from '../setup/accounts.ts';
import { createApi, testConfig } from '../setup/api.ts';
import { secrets } from '../setup/secrets.ts';
import { examples, loadExample } from './extensionExamples.ts';

const { schema } = await loadSchema('content-types');

it.each([...examples.keys()])('%s has no faults', async (file) => {
  expect(compileExtensions(schema, [{ file, definition: await loadExample(file) }])).toBeDefined();
});

const createExample = async (file: string) => createApi(schema, testConfig, 1, secrets, [await loadExample(file)]);
const article = (title: string, more: object = {}) => ({ title, slug: title.toLowerCase(), ...more });

describe.each(['extensions/articles.ts', 'extensions/articleLifecycles.ts'])('%s', async (file) => {
  const api = await createExample(file);

  it('refuses a summary that is the title', async () => {
    const { status, body } = await api.post('/api/articles', article('Lamps', { summary: 'Lamps' }));
    expect([status, body.error.details]).toMatchObject([400, { errors: [{ path: ['summary'] }] }]);
    expect((await api.post('/api/articles', article('Lamps'))).status).toBe(201);
  });
});

describe('extensions/articleLifecycles.ts', async () => {
  const api = await createExample('extensions/articleLifecycles.ts');

  it('counts minutes of a new article', async () => {
    const { body } = await api.post('/api/articles', article('Shelves', { summary: 'x'.repeat(201) }));
    expect(body.data).toMatchObject({ readingMinutes: 2 });
  });
});

describe('extensions/readingTime.ts', async () => {
  const api = await createExample('extensions/readingTime.ts');

  it('counts minutes, needs a summary to publish, and keeps the form and related articles', async () => {
    const sections = [{ __component: 'layout.text', body: 'word '.repeat(500) }];
    const { status, body } = await api.post('/api/articles', article('Desks', { summary: 'On writing', sections }));
    expect([status, body.data]).toMatchObject([201, { readingMinutes: 3 }]);
    expect((await api.post('/api/articles', article('Pens'))).status).toBe(400);
    const path = `/api/articles/${(body.data as { documentId: string }).documentId}`;
    expect((await api.put(path, { form: 'visit' })).status).toBe(400);
    const related = [(body.data as { documentId: string }).documentId];
    expect((await api.post('/api/articles', article('Inks', { summary: 'Blue', related }))).status).toBe(201);
    expect((await api.delete(path)).status).toBe(400);
  });
});

describe('extensions/topics.ts', async () => {
  const api = await createExample('extensions/topics.ts');

  it('gives articles without a topic the topic News, which it creates once', async () => {
    for (const title of ['Rain', 'Snow']) expect((await api.post('/api/articles', article(title))).status).toBe(201);
    const { body } = await api.get('/api/articles?populate=topic&fields=title');
    expect(body.data).toMatchObject([{ topic: { name: 'News' } }, { topic: { name: 'News' } }]);
    expect((await api.get('/api/topics')).body.data).toHaveLength(1);
  });
});

describe('extensions/excerpts.ts', async () => {
  const api = await createExample('extensions/excerpts.ts');

  it('answers an excerpt', async () => {
    await api.post('/api/articles', article('Chairs', { summary: 'On sitting' }));
    const { body } = await api.get('/api/articles?fields=excerpt');
    expect(body.data).toMatchObject([{ excerpt: 'Chairs: On sitting' }]);
  });
});

const permissions = ['find', 'findOne', 'create', 'update'].map((action) => `api::article.article.${action}`);

describe('extensions/own.ts', async () => {
  const api = await createExample('extensions/own.ts');
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
    expect(reply.status).toBe(200);
    expect((await api.put(`/api/articles/${documentId}`, { readingMinutes: 3 })).status).toBe(200);
  });

  it('shows editors what the page says', async () => {
    const service = api.service();
    const { documentId: role } = await roleOfType(service, 'editor');
    const token = await service.access.sessions.issue(await addUser(service, 'editor', { role }), 3600);
    expect(await titles({ as: { token } })).toEqual(['Tables']);
    const { status } = await api.put(`/api/articles/${documentId}`, { readingMinutes: 4 }, { as: { token } });
    expect(status).toBe(200);
  });

  it('hides articles from users and the public, not from tokens', async () => {
    expect(await titles()).toEqual(['Tables']);
    expect(await titles(tom)).toEqual([]);
    expect(await titles({ as: null })).toEqual([]);
    expect(await titles(mary)).toEqual(['Tables']);
    await api.put(`/api/articles/${documentId}`, { publishedOn: '2026-01-01' });
    expect(await titles(tom)).toEqual([]);
  });
});
