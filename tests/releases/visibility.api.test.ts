// What releases and schedules say of a document is what the caller may read of it, in the version and locale that they are about.
import { beforeAll, describe, expect, it } from 'vitest';
import { releasesIn } from '../../lib/releases/storedReleases.ts';
import { addMember, permit, type Member } from '../setup/accounts.ts';
import { articles, createReleaseSite, inAnHour, pages, releasesPath } from './releaseSite.ts';

const site = createReleaseSite();
const { release, add } = site;
const own: typeof permit = (uid, actions) => permit(uid, actions, { own: true });
const secret = /Secret|secret/;

beforeAll(async () => {
  await site.request('POST', '/api/i18n/locales', { body: { code: 'fr', name: 'fr' } });
});

/** Every read of releases that names a document. */
const readsOf = (uid: string, documentId: string, id: number): readonly string[] => [
  `${releasesPath}?schedules=true`,
  `${releasesPath}/${id}`,
  `${releasesPath}/${id}/actions`,
  `${releasesPath}/${id}/linked-drafts`,
  `${releasesPath}/mapEntriesToReleases?contentTypeUid=${uid}&documentIds=${documentId}`,
  `${releasesPath}/getByDocumentAttached?contentType=${uid}&entryDocumentId=${documentId}&hasEntryAttached=true`,
];

const answersTo = async (member: Member, paths: readonly string[]): Promise<string> => {
  const replies = await Promise.all(paths.map((path) => site.get(path, { as: member.as })));
  return JSON.stringify(replies.map(({ status, body }) => [status, body.data, body.meta]));
};

describe.each([
  ['the built-in author', { update: own, publish: own }],
  ['a member who may publish everything and edit the own documents', { update: own, publish: permit }],
  ['a member who may not edit', { update: () => [], publish: permit }],
])('%s', (_, { update, publish }) => {
  let member: Member;

  beforeAll(async () => {
    const uids = [articles, pages];
    member = await addMember(
      site.service(),
      uids.flatMap((uid) => [
        ...permit(uid, ['find', 'findOne']),
        ...update(uid, ['update']),
        ...publish(uid, ['publish']),
      ]),
    );
  });

  it('learns nothing of the plan for a draft that it may not read, and all of that for the published version', async () => {
    const documentId = await site.create('/api/articles', { title: 'Public' });
    await site.put(`/api/articles/${documentId}?status=draft`, { title: 'Secret', slug: 'secret' });
    const url = `/api/articles/${documentId}/schedule`;
    const { body } = await site.request('PUT', url, { body: inAnHour() });
    const id = body.data[0].release as number;
    const reads = [...readsOf(articles, documentId, id), url];
    const before = await answersTo(member, reads);
    expect(before).not.toMatch(secret);
    expect(before).not.toContain(body.data[0].scheduledAt);
    expect((await site.get(`${releasesPath}/${id}`, { as: member.as })).status).toBe(404);
    await site.put(`/api/articles/${documentId}?status=draft`, { title: null });
    expect(await answersTo(member, reads)).toBe(before);
    await site.request('PUT', url, { body: { ...inAnHour(), type: 'unpublish' } });
    const list = (await site.get(`${releasesPath}?schedules=true`, { as: member.as })).body.data;
    expect(list[0]).toMatchObject({ status: 'ready', document: { type: 'unpublish', title: 'Public' } });
    const [action] = (await site.get(`${releasesPath}/${list[0].id}/actions`, { as: member.as })).body.data;
    expect(action).toMatchObject({ title: 'Public', status: 'published', reasons: [] });
    await site.delete(url);
  });

  it('cannot plan, add or remove what is about such a draft, and learns nothing by trying', async () => {
    const documentId = await site.create('/api/articles', { title: 'Public' });
    const url = `/api/articles/${documentId}/schedule`;
    const call = { as: member.as };
    const attempts = async () => {
      const replies = [
        await site.get(url, call),
        await site.request('PUT', url, { ...call, body: inAnHour() }),
        await site.delete(`${url}?type=publish`, call),
        await site.delete(url, call),
      ];
      return replies.map(({ status, body }) => [status, body?.error?.message]);
    };
    const before = await attempts();
    expect([403, 404]).toContain(before[1]?.[0]);
    await site.request('PUT', url, { body: inAnHour() });
    expect(await attempts()).toEqual(before);
    expect((await site.get(url)).body.data).toHaveLength(1);
    await site.delete(url);
  });
});

describe('an action on all locales', () => {
  const inOpen = { filters: { title: { $startsWith: 'Open' } } };
  let member: Member;
  let documentId: string;

  beforeAll(async () => {
    const permissions = permit(pages, ['find', 'findOne', 'update']).map((one) => ({ ...one, ...inOpen }));
    member = await addMember(site.service(), [...permissions, ...permit(pages, ['publish'])]);
    documentId = await site.create('/api/pages?status=draft', { title: 'Secret' });
    await site.put(`/api/pages/${documentId}?status=draft&locale=fr`, { title: 'Open' });
  });

  it('shows the title, the state and the faults of the locales that the caller may read', async () => {
    const id = await release();
    await add(id, documentId, { contentType: pages, locale: '*' });
    const reads = readsOf(pages, documentId, id);
    const before = await answersTo(member, reads);
    expect(before).not.toMatch(secret);
    const [action] = (await site.get(`${releasesPath}/${id}/actions`, { as: member.as })).body.data;
    expect(action).toMatchObject({ title: 'Open', locale: '*', status: 'draft', reasons: [] });
    expect((await site.get(`${releasesPath}/${id}`)).body.data.status).toBe('ready');
    await site.put(`/api/pages/${documentId}?status=draft`, { title: 'Secret too' });
    await site.request('POST', `/api/pages/${documentId}/actions/publish`, { body: {} });
    expect(await answersTo(member, reads)).toBe(before);
    await site.request('PUT', `/api/pages/${documentId}/schedule?locale=*`, { body: inAnHour() });
    const [listed] = (await site.get(`${releasesPath}?schedules=true`, { as: member.as })).body.data;
    expect(listed.document).toMatchObject({ locale: '*', title: 'Open' });
  });

  it.each(['*', 'fr'])(
    'to unpublish %s shows nothing of a failure if the caller may not read all that it is about',
    async (locale) => {
      const page = await site.create('/api/pages', { title: 'Secret' });
      await site.put(`/api/pages/${page}?locale=fr`, { title: locale === '*' ? 'Open' : 'Secret' });
      await site.put(`/api/pages/${page}?status=draft&locale=fr`, { title: 'Open' });
      const id = await release();
      await add(id, page, { type: 'unpublish', contentType: pages, locale });
      const reads = readsOf(pages, page, id);
      const before = await answersTo(member, reads);
      expect(before).toContain('Open');
      const releases = releasesIn(await site.service().database.get());
      const failure = { at: new Date(), message: 'Secret' };
      await releases.updateOne({ _id: id }, { $set: { status: 'failed', failure } });
      expect((await site.get(`${releasesPath}/${id}`)).body.data).toMatchObject({
        status: 'failed',
        failure: { message: 'Secret' },
      });
      expect(await answersTo(member, reads)).toBe(before);
    },
  );
});
