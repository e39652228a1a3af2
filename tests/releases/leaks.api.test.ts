// Nobody learns through releases and schedules what documents would not have shown.
import { beforeAll, describe, expect, it } from 'vitest';
import { addMember, permit, type Member } from '../setup/accounts.ts';
import { articles, createReleaseSite, inAnHour, pages, releasesPath } from './releaseSite.ts';

const site = createReleaseSite();
const { draft, release, add, publish } = site;
const inNews = { filters: { section: { $eq: 'news' } } };

let news: string;
let sport: string;
/** A release with both, one with the hidden document, and an empty one of the editor. */
let both: number;
let hidden: number;
let empty: number;
const creating = { action: 'plugin::content-releases.create' };
/** May find, update and publish articles in the section news only, and create releases. */
let editor: Member;
/** May publish pages, and do nothing with articles. */
let stranger: Member;

beforeAll(async () => {
  news = await draft('News', { section: 'news' });
  sport = await draft('Sport', { section: 'sport' });
  [both, hidden] = [await release(), await release({ name: 'Secret' })];
  await add(both, news);
  await add(both, sport);
  await add(hidden, sport);
  const service = site.service();
  const writing = ['find', 'findOne', 'update', 'publish'];
  editor = await addMember(service, [
    ...writing.map((action) => ({ action: `${articles}.${action}`, ...inNews })),
    creating,
  ]);
  empty = await releaseOf(editor);
  stranger = await addMember(service, permit(pages, ['find', 'findOne', 'update', 'publish']));
});

const releaseOf = async ({ as }: Member): Promise<number> =>
  (await site.request('POST', releasesPath, { as, body: { name: 'Own' } })).body.data.id as number;
const get = async (member: Member, path: string) => site.get(`${releasesPath}${path}`, { as: member.as });
const idsOf = async (member: Member) => (await get(member, '')).body.data.map(({ id }: { id: number }) => id);

describe('a caller who may not read a document', () => {
  it('sees releases without it, and counts only the others', async () => {
    expect([await idsOf(editor), await idsOf(stranger)]).toEqual([[empty, both], []]);
    expect((await get(editor, `/${both}`)).body.data).toMatchObject({
      status: 'ready',
      actions: { meta: { count: 1, hidden: 1 } },
    });
    const { body } = await get(editor, `/${both}/actions`);
    expect(body.data).toHaveLength(1);
    expect(JSON.stringify(body)).not.toMatch(/Sport|sport/);
    expect(JSON.stringify(body)).not.toContain(sport);
  });

  it('is offered no hidden draft that a document links to, and adds none of a list', async () => {
    const linking = await draft('Linking', { section: 'news', related: [sport] });
    const id = await releaseOf(editor);
    const body = [linking, sport].map((entryDocumentId) => ({
      type: 'publish',
      contentType: articles,
      entryDocumentId,
    }));
    const url = `${releasesPath}/${id}/actions/bulk?atomic=false`;
    const added = await site.request('POST', url, { as: editor.as, body });
    expect([added.status, added.body.data.length, added.body.meta.refused]).toMatchObject([
      200,
      1,
      [{ index: 1, status: 404 }],
    ]);
    expect((await get(editor, `/${id}/linked-drafts`)).body.data).toEqual([]);
    expect((await site.get(`${releasesPath}/${id}/linked-drafts`)).body.data).toMatchObject([{ title: 'Sport' }]);
    await site.delete(`${releasesPath}/${id}`);
    await site.delete(`/api/articles/${linking}`);
  });

  it('does not know a release that has only hidden documents', async () => {
    for (const rest of ['', '/actions', '/linked-drafts'])
      expect((await get(editor, `/${hidden}${rest}`)).status).toBe(404);
    const change = { as: editor.as, body: { name: 'Known' } };
    expect((await site.request('PUT', `${releasesPath}/${hidden}`, change)).status).toBe(404);
    expect((await site.delete(`${releasesPath}/${hidden}`, { as: editor.as })).status).toBe(404);
    expect((await publish(hidden, { as: editor.as })).status).toBe(404);
    expect(JSON.stringify(await get(editor, '?schedules=true'))).not.toContain('Secret');
  });

  it('gets the same status and reasons whatever the hidden document is', async () => {
    const answers = async () => {
      const paths = ['', `/${both}`, `/${both}/actions`, `/${both}/linked-drafts`];
      const replies = await Promise.all(paths.map((path) => get(editor, path)));
      return replies.map(({ body }) => body);
    };
    const before = await answers();
    await site.put(`/api/articles/${sport}?status=draft`, { title: null });
    // A reader of the whole release stores its status.
    expect((await site.get(`${releasesPath}/${both}`)).body.data.status).toBe('blocked');
    expect(await answers()).toEqual(before);
    const map = `/mapEntriesToReleases?contentTypeUid=${articles}&documentIds=${news}`;
    const statusOf = async (reply: ReturnType<typeof site.get>) => (await reply).body.data[news][0].status as string;
    expect(await statusOf(get(editor, map))).toBe('ready');
    expect(await statusOf(site.get(releasesPath + map))).toBe('blocked');
    await site.put(`/api/articles/${sport}?status=draft`, { title: 'Sport' });
  });

  it('cannot publish, rename or delete a release that has it', async () => {
    const as = editor.as;
    expect((await publish(both, { as })).status).toBe(403);
    expect((await site.request('PUT', `${releasesPath}/${both}`, { as, body: { name: 'X' } })).status).toBe(403);
    expect((await site.delete(`${releasesPath}/${both}`, { as })).status).toBe(403);
    expect(await site.isPublished(sport)).toBe(false);
  });

  it.each(['it may publish only what it sees', 'it may publish all'])(
    'cannot tell it from an absent one: %s',
    async (publishes) => {
      const reading = ['find', 'findOne', 'update'].map((action) => ({ action: `${articles}.${action}`, ...inNews }));
      const publisher = await addMember(site.service(), [...reading, ...permit(articles, ['publish']), creating]);
      const member = publishes === 'it may publish all' ? publisher : editor;
      const call = { as: member.as };
      const own = await releaseOf(member);
      const body = inAnHour();
      const replies = async (documentId: string) => {
        const url = `/api/articles/${documentId}/schedule`;
        const map = `${releasesPath}/mapEntriesToReleases?contentTypeUid=${articles}&documentIds=${documentId}`;
        const all = [
          await add(own, documentId, {}, call),
          await site.request('POST', `${releasesPath}/${own}/actions/bulk`, {
            ...{ ...call, body: [{ type: 'publish', contentType: articles, entryDocumentId: documentId }] },
          }),
          await site.get(url, call),
          await site.request('PUT', url, { ...call, body }),
          await site.delete(url, call),
          await site.get(map, call),
          await site.get(
            `${releasesPath}/getByDocumentAttached?contentType=${articles}&entryDocumentId=${documentId}`,
            call,
          ),
        ];
        return JSON.stringify(all.map((reply) => [reply.status, reply.body])).replaceAll(documentId, '<id>');
      };
      expect(await replies(sport)).toBe(await replies('a'.repeat(24)));
    },
  );

  it('may plan what it may publish, and no other type', async () => {
    expect((await add(empty, news, {}, { as: editor.as })).status).toBe(201);
    const updating = [...permit(pages, ['publish']), ...permit('plugin::content-releases', ['read', 'update'])];
    const other = await addMember(site.service(), updating);
    expect((await add(empty, news, {}, { as: other.as })).status).toBe(403);
    const reader = await addMember(site.service(), permit(articles, ['find', 'findOne', 'update']));
    expect((await get(reader, '')).status).toBe(403);
    expect((await site.get(releasesPath, { as: null })).status).toBe(403);
    expect((await site.get(releasesPath, { as: 'read-only' })).status).toBe(403);
  });

  it('sees its own schedule in lists without the title, when the document is hidden from it', async () => {
    const own = await draft('Leaving', { section: 'news' });
    const body = inAnHour();
    await site.request('PUT', `/api/articles/${own}/schedule`, { as: editor.as, body });
    const titles = async () => {
      const { data } = (await get(editor, '?schedules=true')).body;
      return data.flatMap(({ document }: { document?: { title: string } }) => (document ? [document.title] : []));
    };
    expect(await titles()).toEqual(['Leaving']);
    await site.put(`/api/articles/${own}?status=draft`, { section: 'sport', title: 'Left' });
    expect(await titles()).toEqual([null]);
  });

  it('sees its own action without the title, when the document is hidden from it', async () => {
    const own = await draft('Moving', { section: 'news' });
    const id = await releaseOf(editor);
    await add(id, own, {}, { as: editor.as });
    await site.put(`/api/articles/${own}?status=draft`, { section: 'sport', title: null });
    const { body } = await get(editor, `/${id}/actions`);
    expect(body.data).toEqual([
      expect.objectContaining({
        ...{ entryDocumentId: own, title: null, status: null, isEntryValid: false },
        reasons: [{ message: 'You may not read the document any more, or it is deleted', code: 'hidden' }],
      }),
    ]);
    const [action] = body.data;
    await site.delete(`/api/articles/${own}`);
    expect((await get(editor, `/${id}/actions`)).body).toEqual(body);
    expect((await site.delete(`${releasesPath}/${id}/actions/${action.id}`, { as: editor.as })).status).toBe(204);
  });
});
