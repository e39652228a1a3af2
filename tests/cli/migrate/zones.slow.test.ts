// Dynamic zones that accept fewer components, and components that are removed.
import { expect, it } from 'vitest';
import { component, idOf, Site, type, type Files } from './site.ts';

const site = new Site();
const body = { body: { type: 'string' } };
const quote = component('shared.quote', body);
const seo = component('shared.seo', body);
const zone = (...components: readonly string[]): Files =>
  type('article', { zone: { type: 'dynamiczone', components } });

it('components that a zone no longer accepts are removed if --drop names the zone', async () => {
  const api = await site.begin({ ...quote, ...seo, ...zone('shared.quote', 'shared.seo') });
  const parts = [
    { __component: 'shared.quote', body: 'q' },
    { __component: 'shared.seo', body: 's' },
  ];
  const id = idOf(await api.post('/api/articles', { zone: parts }));
  const files = { ...quote, ...seo, ...zone('shared.seo') };
  const [finding] = await site.findings(files);
  expect(finding).toMatchObject({
    ...{ level: 'must', documents: 1, place: 'article.zone' },
    obstacles: { count: 1, first: [`${id} has it in "zone"`] },
  });
  const after = await site.migrate(files, { drop: ['article.zone'] });
  expect((await after.get(`/api/articles/${id}?populate=zone`)).body.data.zone).toMatchObject([{ body: 's' }]);
  expect((await after.put(`/api/articles/${id}`, {})).status).toBe(200);
});

it('a component that was dropped from zones is no longer a finding', async () => {
  const api = await site.begin({ ...quote, ...seo, ...zone('shared.quote', 'shared.seo') });
  await api.post('/api/articles', { zone: [{ __component: 'shared.quote', body: 'q' }] });
  const files = { ...seo, ...zone('shared.seo') };
  await site.migrate(files, { drop: ['shared.quote'] });
  expect(await site.findings(files)).toEqual([]);
  // Another component may take its name.
  await site.migrate({ ...quote, ...zone('shared.quote') }, { rename: ['shared.seo=shared.quote'] });
});

it('a removed component that no zone used is not a finding', async () => {
  const api = await site.begin({
    ...quote,
    ...type('article', { one: { type: 'component', component: 'shared.quote' } }),
  });
  await api.post('/api/articles', { one: { body: 'q' } });
  expect(await site.findings(type('article', {}))).toMatchObject([{ place: 'article.one', level: 'may' }]);
  // A dropped attribute leaves nothing in the documents.
  await site.migrate(type('article', {}));
  await site.migrate(type('article', {}), { drop: ['article.one'] });
  expect(JSON.stringify(await site.stored('articles'))).not.toContain('"one"');
});
