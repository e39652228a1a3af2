// Searches of a site whose types a migration changes: they find what they found, before and after the index is built anew.
import { expect, it } from 'vitest';
import { localized, Site, type } from '../cli/migrate/site.ts';
import { forgetUsedIndexes } from '../../lib/search/indexing/usedIndexes.ts';
import type { Api } from '../setup/api.ts';
import { indexSite } from './indexSite.ts';

const title = { title: { type: 'string' } };
const searching = (name: string) => ({ options: { draftAndPublish: true, search: { [name]: 10 } } });

const find = async (api: Api, text: string): Promise<readonly unknown[]> => {
  forgetUsedIndexes(await api.service().database.get());
  const { status, body } = await api.get(`/api/search?q=${text}`);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data.map((one: { type: string; title: string }) => [one.type, one.title]);
};

const begin = async (site: Site): Promise<Api> => {
  const api = await site.begin(type('post', title, searching('title')));
  for (const value of ['Night trains', 'Night ships']) await api.post('/api/posts', { title: value });
  await indexSite(api.service());
  expect(await find(api, 'trains')).toEqual([['api::post.post', 'Night trains']]);
  return api;
};

it('a renamed type is searched in the index that it had until there is a new one', async () => {
  const site = new Site();
  await begin(site);
  const next = await site.migrate(type('entry', title, searching('title')), { rename: ['post=entry'] });
  const found = [['api::entry.entry', 'Night trains']];
  expect(await find(next, 'trains')).toEqual(found);
  await indexSite(next.service());
  expect(await find(next, 'trains')).toEqual(found);
});

it('a renamed attribute is', async () => {
  const site = new Site();
  await begin(site);
  const next = await site.migrate(type('post', { name: { type: 'string' } }, searching('name')), {
    rename: ['post.title=name'],
  });
  const found = [['api::post.post', 'Night trains']];
  expect(await find(next, 'trains')).toEqual(found);
  await indexSite(next.service());
  expect(await find(next, 'trains')).toEqual(found);
});

it('a type that gets locales is searched in them', async () => {
  const site = new Site();
  await begin(site);
  const next = await site.migrate(type('post', title, { ...searching('title'), ...localized }));
  await indexSite(next.service());
  expect(await find(next, 'trains')).toEqual([['api::post.post', 'Night trains']]);
  expect(await find(next, 'trains&locale=en')).toEqual([['api::post.post', 'Night trains']]);
});
