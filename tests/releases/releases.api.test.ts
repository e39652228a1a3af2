// The routes of releases, and what publishing one does.
import { Collection } from 'mongodb';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { filterOf, type ReleaseFilter } from '../../lib/releases/releases.ts';
import { releasesIn } from '../../lib/releases/storedReleases.ts';
import type { Reply } from '../setup/api.ts';
import { waitFor } from '../setup/waitFor.ts';
import { articles, createReleaseSite, inAnHour, inMinutes, pages, releasesPath } from './releaseSite.ts';

/** What the project does while an article is written. */
let meanwhile: (() => Promise<void>) | undefined;
const site = createReleaseSite([
  {
    types: {
      [articles]: {
        beforeWrite: async ({ data }) => {
          await meanwhile?.();
          return data;
        },
      },
    },
  },
]);
const { draft, release, add, publish, isPublished } = site;
const read = async (id: number) => (await site.get(`${releasesPath}/${id}`)).body.data;
const actionsOf = async (id: number) => (await site.get(`${releasesPath}/${id}/actions`)).body.data;

beforeAll(async () => {
  await site.request('POST', '/api/i18n/locales', { body: { code: 'fr', name: 'fr' } });
});

describe('a release', () => {
  it('publishes and unpublishes its documents, and is done then', async () => {
    const [one, two] = [await draft('One'), await site.create('/api/articles', { title: 'Two' })];
    const id = await release();
    expect(await read(id)).toMatchObject({ name: 'Spring', status: 'empty', releasedAt: null, scheduledAt: null });
    expect((await publish(id)).status).toBe(400);
    expect((await add(id, one)).status).toBe(201);
    expect((await add(id, two, { type: 'unpublish' })).body.data).toMatchObject({
      ...{ type: 'unpublish', contentType: articles, entryDocumentId: two, locale: null, isEntryValid: true },
      ...{ reasons: [], title: 'Two', status: 'published' },
    });
    expect(await read(id)).toMatchObject({ status: 'ready', actions: { meta: { count: 2 } } });
    expect([await isPublished(one), await isPublished(two)]).toEqual([false, true]);
    const { status, body } = await publish(id);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ id, status: 'done', releasedAt: expect.stringMatching(/^20/) as string });
    expect(body.meta).toEqual({ totalEntries: 2, totalPublishedEntries: 1, totalUnpublishedEntries: 1 });
    expect([await isPublished(one), await isPublished(two)]).toEqual([true, false]);
    expect([(await publish(id)).status, (await add(id, two)).status]).toEqual([409, 409]);
    expect((await site.request('PUT', `${releasesPath}/${id}`, { body: { name: 'X' } })).status).toBe(409);
  });

  it('publishes nothing if one document cannot be, and says why', async () => {
    const [good, bad] = [await draft('Good'), await draft('Bad')];
    const id = await release();
    await add(id, good);
    await add(id, bad);
    await site.put(`/api/articles/${bad}?status=draft`, { title: null });
    expect(await read(id)).toMatchObject({ status: 'blocked' });
    const refused = (await actionsOf(id)).find((one: { entryDocumentId: string }) => one.entryDocumentId === bad);
    expect(refused).toMatchObject({ isEntryValid: false, reasons: [{ path: ['title'] }] });
    const { status, body } = await publish(id);
    expect([status, body.error.details.errors[0].path]).toEqual([400, [String(refused.id), 'title']]);
    expect([await isPublished(good), await isPublished(bad)]).toEqual([false, false]);
    await site.put(`/api/articles/${bad}?status=draft`, { title: 'Better' });
    expect((await publish(id)).status).toBe(200);
    expect([await isPublished(good), await isPublished(bad)]).toEqual([true, true]);
  });

  it('is published once by requests at the same time', async () => {
    const one = await draft('Once');
    const id = await release();
    await add(id, one);
    const replies = await Promise.all([1, 2, 3, 4].map(() => publish(id)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect((await site.stored('articles', one)).revision).toBe(2);
  });

  it('exchanges unique values of its documents, and keeps the versions as they were', async () => {
    const one = await site.create('/api/articles', { title: 'A', slug: 'first', number: 1 });
    const two = await site.create('/api/articles', { title: 'B', slug: 'second', number: 2 });
    const set = (id: string, data: object) => site.put(`/api/articles/${id}?status=draft`, data);
    await set(one, { slug: 'between', number: 3 });
    await set(two, { slug: 'first', number: 1 });
    await set(one, { slug: 'second', number: 2 });
    const id = await release();
    await add(id, one);
    expect((await publish(id)).status, 'of one alone').toBe(400);
    await add(id, two);
    expect((await publish(id)).status).toBe(200);
    const after = await Promise.all(
      [one, two].map(async (each) => (await site.get(`/api/articles/${each}`)).body.data),
    );
    expect(after.map(({ slug, number }) => [slug, number])).toEqual([
      ['second', 2],
      ['first', 1],
    ]);
    const versions = (await site.get(`/api/articles/${one}/versions`)).body.data;
    const numbers = await Promise.all(
      versions.map(async ({ number }: { number: number }) => {
        const { body } = await site.get(`/api/articles/${one}/versions/${number}?status=published`);
        return body.data?.slug;
      }),
    );
    expect(numbers).toEqual(['second', 'first', 'first', 'first']);
  });

  it('publishes documents that relate to each other, in both directions', async () => {
    const one = await draft('One');
    const two = await draft('Two', { related: [one], next: one });
    await site.put(`/api/articles/${one}?status=draft`, { related: [two] });
    const id = await release();
    await add(id, two);
    await add(id, one);
    expect((await publish(id)).status).toBe(200);
    const populate = 'populate=related,relating,next,previous';
    const [first, second] = [
      await site.get(`/api/articles/${one}?${populate}`),
      await site.get(`/api/articles/${two}?${populate}`),
    ];
    const titles = ({ related, relating }: Record<string, { title: string }[]>) =>
      [related, relating].map((list) => list?.map(({ title }) => title));
    expect([titles(first.body.data), titles(second.body.data)]).toEqual([
      [['Two'], ['Two']],
      [['One'], ['One']],
    ]);
    expect([first.body.data.previous.title, second.body.data.next.title]).toEqual(['Two', 'One']);
  });

  it('takes one locale or all', async () => {
    const one = await site.create('/api/pages?status=draft', { title: 'One' });
    await site.put(`/api/pages/${one}?status=draft&locale=fr`, { title: 'Un' });
    const statuses = async () =>
      Promise.all(['en', 'fr'].map(async (locale) => (await site.get(`/api/pages/${one}?locale=${locale}`)).status));
    const first = await release();
    expect((await add(first, one, { contentType: pages, locale: 'fr' })).body.data.locale).toBe('fr');
    expect((await add(first, one, { contentType: pages, locale: '*' })).status).toBe(409);
    await publish(first);
    expect(await statuses()).toEqual([404, 200]);
    const second = await release();
    await add(second, one, { contentType: pages, locale: '*' });
    expect((await publish(second)).status).toBe(200);
    expect(await statuses()).toEqual([200, 200]);
  });

  it('takes the document of a single type', async () => {
    await site.put('/api/home?status=draft', { title: 'Home' });
    const id = await release();
    expect((await add(id, '', { contentType: 'api::home.home' })).status).toBe(201);
    expect((await publish(id)).status).toBe(200);
    expect((await site.get('/api/home')).body.data.title).toBe('Home');
  });

  it('refuses what it does not know, with its path', async () => {
    const id = await release();
    const pathOf = ({ body }: { body: { error: { details: { errors: { path: string[] }[] } } } }) =>
      body.error.details.errors[0]?.path;
    expect(pathOf(await add(id, 'x', { contentType: 'api::tag.tag' }))).toEqual(['contentType']);
    expect(pathOf(await add(id, 'x', { locale: 'fr' }))).toEqual(['locale']);
    expect((await add(id, 'absent')).status).toBe(404);
    for (const body of [
      { name: 'A', scheduledAt: 'soon', timezone: 'UTC' },
      { name: 'A', scheduledAt: '2040-02-30T10:00', timezone: 'UTC' },
      { name: 'A', scheduledAt: '2040-02-03T10:00+24:00', timezone: 'UTC' },
      { name: 'A', scheduledAt: '2040-02-03T10:00' },
      { name: 'A', scheduledAt: '2040-02-03T10:00', timezone: 'Mars/Olympus' },
      { name: 'A', scheduledAt: '2020-02-03T10:00', timezone: 'UTC' },
    ])
      expect((await site.request('POST', releasesPath, { body })).status, JSON.stringify(body)).toBe(400);
    for (const path of ['/absent', '/99999', '/99999/actions'])
      expect((await site.get(`${releasesPath}${path}`)).status, path).toBe(404);
  });

  it('adds a list of documents, and leaves out those that it has', async () => {
    const [one, two] = [await draft('One'), await draft('Two')];
    const id = await release();
    await add(id, one);
    const bulk = (...ids: readonly string[]) =>
      site.request('POST', `${releasesPath}/${id}/actions/bulk`, {
        body: ids.map((entryDocumentId) => ({ type: 'publish', contentType: articles, entryDocumentId })),
      });
    const { status, body } = await bulk(one, two);
    expect([status, body.meta]).toEqual([200, { entriesAlreadyInRelease: 1, totalEntries: 2 }]);
    const refused = await bulk(two, 'absent');
    expect([refused.status, refused.body.error.details.errors[0].path]).toEqual([400, ['1', 'entryDocumentId']]);
    const [action] = await actionsOf(id);
    const url = `${releasesPath}/${id}/actions/${action.id}`;
    expect((await site.request('PUT', url, { body: { type: 'unpublish' } })).body.data.type).toBe('unpublish');
    expect((await site.delete(url)).status).toBe(204);
    expect((await actionsOf(id)).map((each: { title: string }) => each.title)).toEqual(['Two']);
    const mapped = await site.get(
      `${releasesPath}/mapEntriesToReleases?contentTypeUid=${articles}&documentIds[]=${one}&documentIds[]=${two}`,
    );
    expect(mapped.body.data).toEqual({ [one]: [], [two]: [expect.objectContaining({ id, name: 'Spring' })] });
    const other = await release({ name: 'Without' });
    await site.request('PUT', `/api/articles/${two}/schedule`, { body: inAnHour() });
    const attached = async (documentId: string, more: string) => {
      const query = `contentType=${articles}&entryDocumentId=${documentId}${more}`;
      const { data } = (await site.get(`${releasesPath}/getByDocumentAttached?${query}`)).body;
      return data.map((each: { id: number; actions: unknown }) => [each.id, each.actions]);
    };
    const actions = [{ id: expect.any(Number) as number, type: 'publish' }];
    expect(await attached(two, '&hasEntryAttached=true')).toEqual([[id, actions]]);
    expect(await attached(one, '&hasEntryAttached=true')).toEqual([]);
    const free = (await attached(two, '&hasEntryAttached=false')).map(([each]: [number]) => each);
    expect([free.includes(other), free.includes(id)]).toEqual([true, false]);
    expect((await site.delete(`${releasesPath}/${id}`)).status).toBe(200);
    expect((await site.get(`${releasesPath}/${id}`)).status).toBe(404);
  });

  it('adds what can be added of a list, and says what became of each document', async () => {
    const [one, two, three] = [await draft('One'), await draft('Two'), await draft('Three')];
    const id = await release();
    await add(id, one);
    const bulk = (ids: readonly unknown[], more = '?atomic=false') =>
      site.request('POST', `${releasesPath}/${id}/actions/bulk${more}`, {
        body: ids.map((entryDocumentId) => ({ type: 'publish', contentType: articles, entryDocumentId })),
      });
    const { status, body } = await bulk([one, 'absent', two, three]);
    expect([status, body.data.map(({ title }: { title: string }) => title), body.meta]).toEqual([
      200,
      ['Two', 'Three'],
      {
        ...{ entriesAlreadyInRelease: 1, totalEntries: 4 },
        refused: [{ index: 1, status: 404, message: expect.any(String) as string }],
      },
    ]);
    // What is wrong with the request is refused as a whole.
    const wrong = await bulk([await draft('Four'), 5]);
    expect([wrong.status, wrong.body.error.details.errors[0].path]).toEqual([400, ['1', 'entryDocumentId']]);
    expect((await bulk([one], '?atomic=maybe')).status).toBe(400);
    expect(await actionsOf(id)).toHaveLength(3);
  });

  it('names the drafts that its documents link to, and that it leaves unpublished', async () => {
    const [linked, other, live] = [await draft('Linked'), await draft('Other'), await draft('Live')];
    await site.request('POST', `/api/articles/${live}/actions/publish`);
    const one = await draft('One', { related: [linked, live], next: other, internal: [await draft('Internal')] });
    const two = await draft('Two', { related: [linked, one] });
    const id = await release();
    const found = async () =>
      (await site.get(`${releasesPath}/${id}/linked-drafts`)).body.data.map(
        ({ title, linkedBy }: { title: string; linkedBy: unknown[] }) => [title, linkedBy.length],
      );
    await add(id, one);
    await add(id, two);
    expect(await found()).toEqual([
      ['Linked', 2],
      ['Other', 1],
    ]);
    await add(id, linked);
    await site.request('POST', `/api/articles/${other}/actions/publish`);
    expect(await found()).toEqual([]);
    const goesOffline = await release();
    await add(goesOffline, one, { type: 'unpublish' });
    expect((await site.get(`${releasesPath}/${goesOffline}/linked-drafts`)).body.data).toEqual([]);
  });

  it('is found among many that are done, in lists and in calendars', async () => {
    await site.createAllIndexes();
    const releases = releasesIn(await site.service().database.get());
    const before = await releases.countDocuments({});
    const rows = Array.from({ length: 3_000 }, (_, index) => {
      const at = new Date(Date.UTC(2001, 0, 1) + index * 3_600_000);
      return {
        ...{ _id: 1_000_000 + index, name: null, createdBy: null, createdAt: at, updatedAt: at, revision: 1 },
        ...{ status: 'done' as const, releasedAt: at, scheduledAt: at, schedule: null, actionCount: 0 },
      };
    });
    await releases.insertMany(rows);
    const examined = async (filter: ReleaseFilter): Promise<number> => {
      const plan = await releases.find(filterOf(filter)).sort({ _id: -1 }).limit(26).explain();
      return (plan as { executionStats: { totalDocsExamined: number } }).executionStats.totalDocsExamined;
    };
    expect(await examined({ state: 'pending' })).toBeLessThanOrEqual(before);
    const range = { from: new Date('2001-02-01'), to: new Date('2001-02-02'), withSchedules: true };
    expect(await examined(range)).toBeLessThanOrEqual(48);
    await releases.deleteMany({ _id: { $gte: 1_000_000 } });
  });
});

describe('the schedule of a document', () => {
  it('is set, read, replaced and removed', async () => {
    const one = await draft('One');
    const url = `/api/articles/${one}/schedule`;
    expect((await site.get(url)).body.data).toEqual([]);
    const body = { scheduledAt: '2040-07-01T10:00', timezone: 'Europe/Berlin' };
    expect((await site.request('PUT', url, { body })).body.data).toEqual([
      {
        ...{ release: expect.any(Number) as number, type: 'publish', locale: null, status: 'ready', failure: null },
        ...{ scheduledAt: '2040-07-01T08:00:00.000Z', timezone: 'Europe/Berlin', localTime: '2040-07-01T10:00:00.000' },
        ...{ isEntryValid: true, reasons: [] },
      },
    ]);
    await site.request('PUT', url, { body: { ...body, scheduledAt: '2040-08-01T10:00' } });
    await site.request('PUT', url, { body: { ...body, type: 'unpublish', scheduledAt: '2040-09-01T08:00:00Z' } });
    const planned = (await site.get(url)).body.data;
    expect(planned.map(({ type, localTime }: { type: string; localTime: string }) => [type, localTime])).toEqual([
      ['publish', '2040-08-01T10:00:00.000'],
      ['unpublish', '2040-09-01T10:00:00.000'],
    ]);
    expect((await site.delete(`${url}?type=publish`)).status).toBe(204);
    expect((await site.delete(url)).status).toBe(204);
    expect([(await site.delete(url)).status, (await site.get(url)).body.data]).toEqual([404, []]);
  });

  it('is one, also when requests at the same time set it', async () => {
    const path = `/api/articles/${await draft('Planned')}/schedule`;
    const plan = (minutes: number) =>
      site.request('PUT', path, { body: { scheduledAt: inMinutes(minutes).toISOString(), timezone: 'UTC' } });
    const answers = await Promise.all([plan(60), plan(90), plan(120), plan(150)]);
    expect(answers.map(({ status }) => status).filter((status) => status !== 409)).toContain(200);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect((await site.get(path)).body.data).toHaveLength(1);
  });

  it('cannot be removed, as no release can, while it is executed', async () => {
    const [one, two] = [await draft('Planned'), await draft('Added')];
    const path = `/api/articles/${one}/schedule`;
    const planned = await site.request('PUT', path, { body: inAnHour() });
    const id = await release();
    await add(id, two);
    const deletion = vi.spyOn(Collection.prototype, 'deleteOne');
    for (const [executed, url] of [
      [planned.body.data[0].release, path],
      [id, `${releasesPath}/${id}`],
    ]) {
      let removal: Promise<Reply> | undefined;
      meanwhile = async () => {
        removal ??= site.delete(url);
        // It has read that the release is not done.
        await waitFor(() => {
          expect(deletion).toHaveBeenCalled();
        });
      };
      expect((await publish(executed)).status).toBe(200);
      meanwhile = undefined;
      expect((await removal)?.status).toBe(409);
      deletion.mockClear();
    }
    expect([await isPublished(one), await isPublished(two)]).toEqual([true, true]);
    // What was done before can be deleted.
    expect((await site.delete(`${releasesPath}/${id}`)).status).toBe(200);
  });

  it('is executed when it is due, once', async () => {
    const one = await draft('One');
    const at = inMinutes(30);
    await site.request('PUT', `/api/articles/${one}/schedule`, {
      body: { scheduledAt: at.toISOString(), timezone: 'Asia/Tokyo' },
    });
    expect(await site.sweep(() => new Date(at.getTime() - 1))).toBe(0);
    expect(await isPublished(one)).toBe(false);
    expect(await site.sweep(() => at)).toBe(1);
    expect(await site.sweep(() => at)).toBe(0);
    expect(await isPublished(one)).toBe(true);
    expect((await site.get(`${releasesPath}?schedules=true&state=done`)).body.data[0]).toMatchObject({
      ...{ name: null, status: 'done', releasedAt: at.toISOString() },
      document: { type: 'publish', contentType: articles, entryDocumentId: one, locale: null, title: 'One' },
    });
  });
});
