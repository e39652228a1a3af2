// What becomes of releases when a content type changes.
import { expect, it } from 'vitest';
import type { Api } from '../../setup/api.ts';
import { localized, Site, type } from './site.ts';

const site = new Site();

const title = { title: { type: 'string' } };
const releases = '/api/content-releases';

const createRelease = async (api: Api, name: string): Promise<number> =>
  (await api.request('POST', releases, { body: { name } })).body.data.id as number;

const add = async (api: Api, release: number, contentType: string, entryDocumentId: string, more: object = {}) => {
  const body = { type: 'publish', contentType, entryDocumentId, ...more };
  expect((await api.request('POST', `${releases}/${release}/actions`, { body })).status).toBe(201);
};

const actionsOf = async (api: Api, release: number) => {
  const { data } = (await api.get(`${releases}/${release}/actions`)).body;
  return data.map((one: { contentType: string; locale: string | null; type: string; isEntryValid: boolean }) => [
    ...[one.contentType, one.locale, one.type, one.isEntryValid],
  ]);
};

it('its documents follow the new name of the type', async () => {
  const before = await site.begin({ ...type('article', title), ...type('note', title) });
  const [one, two] = [await before.create('/api/articles?status=draft', {}), await before.create('/api/notes', {})];
  const id = await createRelease(before, 'Renamed');
  await add(before, id, 'api::article.article', one);
  await add(before, id, 'api::note.note', two);
  const after = await site.migrate({ ...type('post', title), ...type('note', title) }, { rename: ['article=post'] });
  expect(await actionsOf(after, id)).toEqual([
    ['api::post.post', null, 'publish', true],
    ['api::note.note', null, 'publish', true],
  ]);
});

it('its documents get the locale of the type, and lose it again', async () => {
  const before = await site.begin(type('article', title));
  const one = await before.create('/api/articles?status=draft', { title: 'One' });
  const id = await createRelease(before, 'Localized');
  await add(before, id, 'api::article.article', one);
  const after = await site.migrate(
    type('article', { title: { type: 'string', ...localized } }, { ...localized, options: { draftAndPublish: true } }),
  );
  expect(await actionsOf(after, id)).toEqual([['api::article.article', 'en', 'publish', true]]);
  await after.request('POST', '/api/i18n/locales', { body: { code: 'de', name: 'German (de)' } });
  await after.put(`/api/articles/${one}?locale=de&status=draft`, { title: 'Eins' });
  await add(after, id, 'api::article.article', one, { locale: 'de', type: 'unpublish' });
  const last = await site.migrate(type('article', title), { keep: ['article=de,en'] });
  expect(await actionsOf(last, id)).toEqual([['api::article.article', null, 'unpublish', true]]);
  expect((await last.get(`${releases}/${id}`)).body.data.actions.meta.count).toBe(1);
  expect((await last.request('POST', `${releases}/${id}/publish`)).status).toBe(200);
});
