// Hooks on documents in several locales, which share attributes.
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { defineExtension, type HooksOf } from '../../../lib/platform/extensions/index.ts';
import { createProjectApi } from '../../setup/api.ts';
import { localized, pagesWith } from '../documents/pages.ts';

let hooks: HooksOf<string> = {};

const api = createProjectApi(
  pagesWith({
    title: { type: 'string', ...localized },
    shared: { type: 'integer' },
    slug: { type: 'uid', targetField: 'title', ...localized },
  }),
  defineExtension({
    types: {
      'api::page.page': {
        beforeWrite: (write) => hooks.beforeWrite?.(write),
        validate: (write) => hooks.validate?.(write),
      },
    },
  }),
);

let page = '';

beforeAll(async () => {
  await api.request('POST', '/api/i18n/locales', { body: { code: 'fr', name: 'French' } });
});

beforeEach(async () => {
  hooks = {};
  page = await api.create('/api/pages?status=draft', { title: 'en', shared: 1 });
  await api.put(`/api/pages/${page}?status=draft&locale=fr`, { title: 'fr' });
});

const publish = () => api.request('POST', `/api/pages/${page}/actions/publish?locale=*`);

const stored = async () => {
  const found = await (await api.collection('pages')).find({ documentId: page }).sort({ locale: 1 }).toArray();
  return found.map(({ locale, draft, published }) => [locale, draft.shared, published?.shared]);
};

it('a change of a shared attribute reaches all locales', async () => {
  hooks = { beforeWrite: ({ locale }) => ({ shared: locale === 'fr' ? 7 : 5 }) };
  expect((await publish()).status).toBe(200);
  expect(await stored()).toEqual([
    ['en', 7, 7],
    ['fr', 7, 7],
  ]);
});

it('a fault in one locale names it, and publishes none', async () => {
  hooks = {
    validate: ({ locale, fail }) => {
      if (locale === 'fr') fail('title', 'is not French');
    },
  };
  const { status, body } = await publish();
  expect([status, body.error.details.errors]).toEqual([
    400,
    [{ path: ['title'], message: 'is not French', value: 'fr', locale: 'fr', name: 'ValidationError' }],
  ]);
  expect(await stored()).toEqual([
    ['en', 1, undefined],
    ['fr', 1, undefined],
  ]);
});

it('a hook may take the uid that the write has generated', async () => {
  hooks = {
    beforeWrite: async ({ documents: { asSystem }, data, locale }) => {
      if (data.shared === 3) return;
      await asSystem.create('api::page.page', { title: data.title, shared: 3 }, { locale: locale ?? 'en' });
    },
  };
  const created = await api.post('/api/pages', { title: 'taken' });
  expect([created.status, created.body.data?.slug]).toEqual([201, 'taken-1']);
  const added = await api.put(`/api/pages/${created.body.data.documentId}?locale=fr`, { title: 'pris' });
  expect([added.status, added.body.data?.slug]).toEqual([200, 'pris-1']);
});
