// Checks a document that is deleted in a locale and created there again: earlier links do not come back.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '../../setup/api.ts';
import { linkingDocuments } from './linkingDocuments.ts';
import { localized, pagesWith } from './pages.ts';
import { sweepLater } from './sweepLater.ts';

const api = createApi(
  pagesWith({
    title: { type: 'string', ...localized },
    links: { type: 'relation', relation: 'oneToMany', target: 'api::page.page' },
  }),
);

const pages = async () => await api.collection('pages');

beforeAll(() => api.request('POST', '/api/i18n/locales', { body: { code: 'fr' } }));

let page = '';
beforeEach(async () => {
  page = await api.create('/api/pages', { title: 'Hello' });
  await api.put(`/api/pages/${page}?locale=fr`, { title: 'Bonjour' });
});

/** Inserts French pages that link to the page, without the API. */
const insertLinkingPages = async (count: number): Promise<void> => {
  const values = (id: number) => ({ title: `linking ${id}`, links: [{ to: page, at: id }] });
  await (await pages()).insertMany(linkingDocuments('link', page, count, values, 'fr'));
};

/** How many pages show the page in French. */
const countLinkingPages = async (): Promise<number> => {
  const { body } = await api.get(`/api/pages?locale=fr&filters[links][documentId]=${page}&pagination[pageSize]=1`);
  return body.meta.pagination.total;
};

const countUnswept = async (): Promise<number> => (await pages()).countDocuments({ unswept: { $exists: true } });

describe('a document that is created again in a locale has no earlier links', () => {
  it('when the sweep of its deletion was interrupted', async () => {
    await insertLinkingPages(450);
    expect(await countLinkingPages()).toBe(450);
    const tombstone = { $set: { deletedAt: new Date(), unswept: 'fr' }, $unset: { draft: 1, published: 1 } };
    await (await pages()).updateOne({ documentId: page, locale: 'fr' }, tombstone);
    const { status } = await api.put(`/api/pages/${page}?locale=fr`, { title: 'Encore' });
    expect([status, await countLinkingPages(), await countUnswept()]).toEqual([200, 0, 0]);
  });

  it('when one transaction deletes it and creates it again', async () => {
    await insertLinkingPages(250);
    const { status } = await api.request('POST', '/api/pages/actions/bulk?locale=fr', {
      body: { data: [{ delete: { documentId: page } }, { update: { documentId: page, data: { title: 'Encore' } } }] },
    });
    expect([status, await countLinkingPages(), await countUnswept()]).toEqual([200, 0, 0]);
    expect((await api.get(`/api/pages/${page}?locale=fr`)).body.data.title).toBe('Encore');
  });

  it('when links to it were stored after its deletion, and after a failed attempt to create it', async () => {
    await api.delete(`/api/pages/${page}?locale=fr`);
    await insertLinkingPages(3);
    expect((await api.put(`/api/pages/${page}?locale=fr`, { title: 5 })).status).toBe(400);
    await (await pages()).deleteMany({ documentId: /^link/ });
    await insertLinkingPages(3);
    const { status } = await api.put(`/api/pages/${page}?locale=fr`, { title: 'Encore' });
    expect([status, await countLinkingPages(), await countUnswept()]).toEqual([200, 0, 0]);
  });

  it('when it was deleted again after the sweep of its first deletion', async () => {
    await api.delete(`/api/pages/${page}?locale=fr`);
    await sweepLater(api.service());
    await api.put(`/api/pages/${page}?locale=fr`, { title: 'Encore' });
    await api.delete(`/api/pages/${page}?locale=fr`);
    await insertLinkingPages(3);
    await api.put(`/api/pages/${page}?locale=fr`, { title: 'Encore' });
    expect(await countLinkingPages()).toBe(0);
  });

  it('but accepts new links', async () => {
    await insertLinkingPages(2);
    await api.delete(`/api/pages/${page}?locale=fr`);
    await api.put(`/api/pages/${page}?locale=fr`, { title: 'Encore' });
    await api.post('/api/pages?locale=fr', { title: 'Lien', links: [page] });
    expect(await countLinkingPages()).toBe(1);
  });
});
