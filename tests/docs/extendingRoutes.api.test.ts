// Runs the extensions with routes that the documentation shows, on the sample site.
import { readFileSync } from 'node:fs';
import { createHmac } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { checkProjectRoutes } from '../../lib/api/project/index.ts';
import { loadSchema } from '../../lib/schema/index.ts';
import { seed } from '../../cli/seed/index.ts';
import { freshFolder } from '../media/files.ts';
import { createApi, testConfig } from '../setup/api.ts';
import { secrets } from '../setup/secrets.ts';
import { loadExamplesWith } from './extensionExamples.ts';

const folder = await freshFolder();
const project = await loadExamplesWith('routes');
const { schema } = await loadSchema('content-types');
const config = { ...testConfig, upload: { ...testConfig.upload, folder } };
const api = createApi(schema, config, 1, secrets, project);

beforeAll(async () => {
  await seed(api.service(), JSON.parse(readFileSync('sample/content.json', 'utf8')), () => undefined);
});

it('has no faults', () => {
  expect(api.service().extensions?.routes).toHaveLength(5);
  expect(() => {
    checkProjectRoutes(api.service());
  }).not.toThrow();
});

it('the newsletter checks its body and its topic', async () => {
  const subscribe = (body: object) => api.request('POST', '/api/newsletter', { body });
  expect((await subscribe({ email: 'ada@example.org' })).body).toEqual({ subscribed: 'ada@example.org' });
  expect((await subscribe({ email: 'ada' })).status).toBe(400);
  const { status, body } = await subscribe({ email: 'ada@example.org', topic: 'nothing' });
  expect([status, body.error.message]).toEqual([404, 'There is no topic nothing']);
});

it('the feed is XML', async () => {
  const { body, headers } = await api.get('/api/articles/feed.xml', { as: null });
  expect(body).toMatch(/^<rss version="2.0"><channel><item><title>/);
  expect(headers).toMatchObject({ 'content-type': 'application/rss+xml', 'cache-control': 'public, max-age=300' });
});

it('the webhook needs a signature of the text', async () => {
  const body = '{"id":  "7"}';
  const signature = createHmac('sha256', '').update(body).digest('hex');
  const send = (value: string) =>
    api.request('POST', '/api/payments/events', { body, headers: { 'x-signature': value } });
  expect((await send('0'.repeat(64))).status).toBe(401);
  expect((await send(signature)).status).toBe(204);
});

it('the task runs', async () => {
  expect((await api.request('POST', '/api/tasks/unpublish-old')).body).toEqual({ unpublished: 0 });
  expect((await api.request('POST', '/api/tasks/unpublish-old', { as: null })).status).toBe(403);
});

it('the latest article of a topic', async () => {
  const { body: topics } = await api.get('/api/topics?populate=articles&filters[articles][title][$notNull]=true');
  const slug = (topics.data as readonly { readonly slug: string }[])[0]?.slug ?? '';
  const query = `filters[topic][slug][$eq]=${slug}&sort=publishedOn:desc&fields=title&pagination[limit]=1`;
  const { body: expected } = await api.get(`/api/articles?${query}`);
  const { status, body } = await api.get(`/api/topics/${slug}/latest`);
  expect([status, body.data]).toMatchObject([200, (expected.data as readonly object[])[0]]);
  expect((await api.get('/api/topics/nothing/latest')).status).toBe(404);
  expect((await api.get(`/api/topics/${slug}/latest`, { as: null })).status).toBe(403);
});
