// Releases have an owner, and permissions for what others may do with them.
import { beforeEach, describe, expect, it } from 'vitest';
import { builtInRoles } from '../../lib/accounts/roles/index.ts';
import { addMember, permit, type Member } from '../setup/accounts.ts';
import { articles, createReleaseSite, inAnHour, pages, releasesPath } from './releaseSite.ts';

const site = createReleaseSite();
const { draft, add, publish } = site;
const uid = 'plugin::content-releases';
const writing = permit(articles, ['find', 'findOne', 'update', 'publish']);
const inNews = writing.map((one) => ({ ...one, filters: { section: { $eq: 'news' } } }));

const memberWith = (...actions: readonly string[]): Promise<Member> =>
  addMember(site.service(), [...writing, ...permit(uid, actions)]);

let owner: Member;
let id: number;
let action: number;

/** The requests that change a release of somebody else, each with its permission. */
const changes = ({ as }: Member): Readonly<Record<string, () => ReturnType<typeof site.request>>> => ({
  update: () => site.request('PUT', `${releasesPath}/${id}`, { as, body: { name: 'Renamed' } }),
  add: async () => add(id, await draft('Added'), {}, { as }),
  bulk: async () => {
    const body = [{ type: 'publish', contentType: articles, entryDocumentId: await draft('Listed') }];
    return site.request('POST', `${releasesPath}/${id}/actions/bulk`, { as, body });
  },
  change: () => site.request('PUT', `${releasesPath}/${id}/actions/${action}`, { as, body: { type: 'unpublish' } }),
  remove: () => site.delete(`${releasesPath}/${id}/actions/${action}`, { as }),
  publish: () => publish(id, { as }),
  delete: () => site.delete(`${releasesPath}/${id}`, { as }),
});

const create = (member: Member, body: object = { name: 'Spring' }) =>
  site.request('POST', releasesPath, { as: member.as, body });

beforeEach(async () => {
  owner = await memberWith('create');
  id = (await create(owner)).body.data.id as number;
  action = (await add(id, await draft('Theirs'), {}, { as: owner.as })).body.data.id as number;
});

describe('a release of somebody else', () => {
  it('can only be read with the right to publish its documents', async () => {
    const other = await memberWith();
    const answers = await Promise.all(Object.values(changes(other)).map(async (send) => (await send()).status));
    expect(answers).toEqual(answers.map(() => 403));
    const { body } = await site.get(`${releasesPath}/${id}`, { as: other.as });
    expect(body.data).toMatchObject({ name: 'Spring', isOwn: false, actions: { meta: { count: 1, hidden: 0 } } });
    expect((await create(other)).status).toBe(403);
    expect((await site.get(`${releasesPath}/${id}`, { as: owner.as })).body.data.isOwn).toBe(true);
  });

  it.each([
    ['update', ['update', 'add', 'bulk', 'change', 'remove']],
    ['publish', ['publish']],
    ['delete', ['delete']],
  ])('can be changed with the permission %s as that says', async (permission, permitted) => {
    const other = changes(await memberWith(permission));
    for (const [name, send] of Object.entries(other))
      if (!permitted.includes(name)) expect((await send()).status, name).toBe(403);
    for (const name of permitted) expect((await other[name]?.())?.status, name).toBeLessThan(300);
  });

  it('can be planned with the permissions to update and to publish it', async () => {
    const plan = async (...permissions: readonly string[]) => {
      const { as } = await memberWith(...permissions);
      return (await site.request('PUT', `${releasesPath}/${id}`, { as, body: inAnHour() })).status;
    };
    expect([await plan('update'), await plan('publish'), await plan('update', 'publish')]).toEqual([403, 403, 200]);
  });

  it('exists without documents for its owner and with the permission to read all', async () => {
    const empty = (await create(owner, { name: 'Empty' })).body.data.id as number;
    const statusFor = async (member: Member) => (await site.get(`${releasesPath}/${empty}`, { as: member.as })).status;
    const previewFor = async (member: Member) =>
      (await site.get(`/api/articles?status=draft&release=${empty}`, { as: member.as })).status;
    const [all, some] = [await memberWith('read'), await memberWith()];
    expect([await statusFor(owner), await statusFor(all), await statusFor(some)]).toEqual([200, 200, 404]);
    expect([await previewFor(all), await previewFor(some)]).toEqual([200, 404]);
    const powerless = await addMember(site.service(), permit(uid, ['read', 'create']));
    expect([(await create(powerless)).status, await statusFor(powerless)]).toEqual([403, 403]);
  });
});

describe('the owner', () => {
  it('does everything, and publishes only what it may publish', async () => {
    for (const [name, send] of Object.entries(changes(owner))) {
      if (name === 'publish') await add(id, await draft('More'), {}, { as: owner.as });
      expect((await send()).status, name).toBeLessThan(300);
    }
    const foreign = await site.create('/api/pages?status=draft', { title: 'Page' });
    const reader = await addMember(site.service(), [
      ...[...writing, ...permit(uid, ['create'])],
      ...permit(pages, ['find', 'findOne', 'update']),
    ]);
    const release = (await create(reader)).body.data.id as number;
    await add(release, await draft('Own'), {}, { as: reader.as });
    await add(release, foreign, { contentType: pages });
    expect((await publish(release, { as: reader.as })).status).toBe(403);
    // At the moment, the rights of whoever added a document count.
    const call = { as: reader.as, body: inAnHour() };
    expect((await site.request('PUT', `${releasesPath}/${release}`, call)).status).toBe(200);
  });

  it('removes, renames, plans and deletes with documents that it does not see, and learns nothing of them', async () => {
    const member = await addMember(site.service(), [...inNews, ...permit(uid, ['create'])]);
    const call = { as: member.as };
    const release = (await create(member)).body.data.id as number;
    const url = `${releasesPath}/${release}`;
    await add(release, await draft('News', { section: 'news' }), {}, call);
    const hidden = await draft('Secret', { section: 'sport' });
    await add(release, hidden);
    const [, { id: hiddenId }] = (await site.get(`${url}/actions`)).body.data;
    const answers = async () => {
      const [one, list] = [await site.get(url, call), await site.get(`${url}/actions`, call)];
      return { release: one.body.data, list: list.body };
    };
    const before = await answers();
    expect(before.release).toMatchObject({ status: 'ready', actions: { meta: { count: 1, hidden: 1 } } });
    expect(before.list).toMatchObject({ data: [{ title: 'News' }], meta: { hidden: { count: 1, ids: [hiddenId] } } });
    expect(JSON.stringify(before)).not.toMatch(new RegExp(`Secret|sport|${hidden}`));
    await site.put(`/api/articles/${hidden}?status=draft`, { title: null });
    expect(await answers()).toEqual(before);
    const refused = await publish(release, call);
    expect([refused.status, refused.body.error.details.errors]).toEqual([
      400,
      [expect.objectContaining({ path: [], message: 'Documents that you may not see prevent it' })],
    ]);
    const send = (method: string, body: object, path = url) => site.request(method, path, { ...call, body });
    expect((await send('PUT', { name: 'Renamed' })).status).toBe(200);
    expect((await send('PUT', inAnHour())).status).toBe(200);
    expect((await send('PUT', { type: 'unpublish' }, `${url}/actions/${hiddenId}`)).status).toBe(404);
    expect((await site.delete(`${url}/actions/${hiddenId}`, call)).status).toBe(204);
    expect((await publish(release, call)).status).toBe(200);
    await add(release, hidden);
    expect((await site.delete(url, call)).status).toBe(200);
  });

  it('publishes what it does not see with the rights of whoever added it', async () => {
    const member = await addMember(site.service(), [...inNews, ...permit(uid, ['create'])]);
    const release = (await create(member)).body.data.id as number;
    const hidden = await draft('Secret', { section: 'sport' });
    await add(release, hidden);
    expect((await publish(release, { as: member.as })).status).toBe(200);
    expect(await site.isPublished(hidden)).toBe(true);
  });

  it('adds a document that a hidden action is about, as if the release did not have it', async () => {
    const member = await addMember(site.service(), [
      ...permit(articles, ['find', 'findOne', 'publish']),
      ...permit(uid, ['create']),
    ]);
    const release = (await create(member)).body.data.id as number;
    const statuses: unknown[] = [];
    for (const isHiddenIn of [false, true]) {
      const documentId = await site.create('/api/articles', { title: 'Public' });
      if (isHiddenIn) await add(release, documentId);
      statuses.push((await add(release, documentId, { type: 'unpublish' }, { as: member.as })).status);
    }
    expect(statuses).toEqual([201, 201]);
  });
});

describe('others', () => {
  it('see the number of documents that they do not see, and no way to remove them', async () => {
    const member = await addMember(site.service(), inNews);
    const call = { as: member.as };
    await add(id, await draft('News', { section: 'news' }));
    const { body } = await site.get(`${releasesPath}/${id}/actions`, call);
    expect(body).toMatchObject({ data: [{ title: 'News' }], meta: { hidden: { count: 1, ids: [] } } });
    expect((await site.delete(`${releasesPath}/${id}/actions/${action}`, call)).status).toBe(404);
  });

  it('remove what they added, and plan their own documents without a permission on releases', async () => {
    const member = await memberWith('update');
    const call = { as: member.as };
    const documentId = await draft('Mine');
    const added = (await add(id, documentId, {}, call)).body.data.id as number;
    expect((await site.delete(`${releasesPath}/${id}/actions/${added}`, call)).status).toBe(204);
    const author = await memberWith();
    const body = inAnHour();
    const url = `/api/articles/${documentId}/schedule`;
    const planned = await site.request('PUT', url, { as: author.as, body });
    expect(planned.status).toBe(200);
    const schedule = `${releasesPath}/${planned.body.data[0].release}`;
    expect((await site.request('PUT', schedule, { as: author.as, body })).status).toBe(200);
    expect((await site.request('PUT', schedule, { as: author.as, body: { name: 'A release' } })).status).toBe(400);
    const more = { type: 'publish', contentType: articles, entryDocumentId: await draft('Another') };
    expect((await site.request('POST', `${schedule}/actions`, { as: author.as, body: more })).status).toBe(400);
    expect((await site.delete(url, { as: author.as })).status).toBe(204);
  });
});

it('the permissions are part of the roles of editors and administrators, and not of authors', () => {
  const has = ({ permissions }: (typeof builtInRoles)['editor']) =>
    permissions.filter(({ action: name }) => name.startsWith(uid)).length;
  const { editor, administrator, author } = builtInRoles;
  expect([editor, administrator, author].map(has)).toEqual([5, 5, 0]);
});
