// Comments are written, answered, resolved and deleted, and follow their document.
import { setTimeout } from 'node:timers/promises';
import { ObjectId } from 'mongodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { sweepComments } from '../../lib/comments/index.ts';
import { addMember, type Member } from '../setup/accounts.ts';
import { articles, createCommentSite, editing, pages } from './commentSite.ts';

const site = createCommentSite();
const { comment, draft } = site;

let ada: Member;
let bea: Member;
let article: string;
let url: string;

beforeAll(async () => {
  [ada, bea] = [await site.editor(), await site.editor()];
  article = await draft('One');
  url = `/api/articles/${article}`;
});

const list = async (path = url, as = ada.as) => (await site.get(`${path}/comments`, { as })).body.data;
const change = (id: string, data: object, { as }: Pick<Member, 'as'> = ada, path = url) =>
  site.put(`${path}/comments/${id}`, data, { as });
const remove = (id: string, { as }: Pick<Member, 'as'> = ada, path = url) =>
  site.delete(`${path}/comments/${id}`, { as });

const errorsOf = (body: { error: { details: { errors: readonly { path: unknown }[] } } }) =>
  body.error.details.errors.map(({ path }) => path);

describe('a comment', () => {
  it('is text with its author, as createdBy names users', async () => {
    const text = '<img src=x onerror=alert(1)> & "quotes"';
    const { status, body } = await site.post(`${url}/comments`, { text: ` ${text}\n` }, { as: ada.as });
    expect(status).toBe(201);
    const author = { type: 'user', documentId: ada.documentId, username: (await site.user(ada)).published?.username };
    expect(body.data).toEqual({
      ...{ id: expect.any(String), path: null, text, author, agent: null, createdAt: expect.any(String) },
      ...{ editedAt: null, parent: null, resolved: null, mentions: [] },
    });
    expect(await list()).toEqual([body.data]);
    expect(await list(url, bea.as)).toEqual([body.data]);
  });

  it.each([
    [{ text: '  \n' }, ['data', 'text']],
    [{ text: 'x', path: 'none' }, ['data', 'path']],
    [{ text: 'x', path: '__proto__' }, ['data', 'path']],
    [{ text: 'x', path: 'constructor.name' }, ['data', 'path']],
    [{ text: 'x', path: 'title.more' }, ['data', 'path']],
    [{ text: 'x', path: '<script>' }, ['data', 'path']],
    [{ text: 'x', path: 'quotes.1' }, ['data', 'path']],
    [{ text: 'x', path: 'quotes.text' }, ['data', 'path']],
    [{ text: 'x', parent: 'a'.repeat(24) }, ['data', 'parent']],
    [{ text: 'x', mentions: [{ $ne: null }] }, ['data', 'mentions']],
    [{ text: 'x', mentions: Array.from({ length: 21 }, (_, index) => `user${index}`) }, ['data', 'mentions']],
  ])('is refused with its path: %o', async (data, path) => {
    const before = await list();
    const { status, body } = await site.post(`${url}/comments`, data, { as: ada.as });
    expect([status, errorsOf(body)]).toEqual([400, [path]]);
    expect(await list()).toEqual(before);
  });

  it('is in no list of a locale or a cursor that does not exist', async () => {
    for (const list of ['/api/pages/none/comments?locale=xx', `${url}/comments?pagination[cursor]=1`])
      expect((await site.get(list, { as: ada.as })).status).toBe(400);
  });

  it('stays with its entry when others move', async () => {
    const { body } = await site.put(
      ...([
        `${url}?status=draft`,
        { quotes: [{ text: 'a' }, { text: 'b' }], body: [{ __component: 'part.quote', text: 'z' }] },
      ] as const),
    );
    expect(body.data.documentId).toBe(article);
    const edit = (await site.get(`${url}?view=edit&populate=*`, { as: ada.as })).body.data;
    const paths = [
      `quotes.${edit.quotes[1].id}.text`,
      `quotes.${edit.quotes[0].id}`,
      `body.${edit.body[0].id}.text`,
      'seo.title',
    ];
    for (const path of paths) await comment(ada, url, 'here', { path });
    const [, other] = edit.quotes;
    await site.put(`${url}?status=draft`, { quotes: [{ id: other.id, text: 'b' }] });
    expect((await list()).flatMap(({ path }: { path: string | null }) => path ?? [])).toEqual(paths);
    const { status } = await site.post(`${url}/comments`, { text: 'gone', path: paths[1] }, { as: ada.as });
    expect(status).toBe(400);
  });

  it('is edited by its author only', async () => {
    const id = await comment(ada, url, 'First');
    expect((await change(id, { text: 'Of bea' }, bea)).status).toBe(403);
    const { body } = await change(id, { text: 'Second' });
    expect(body.data).toMatchObject({ text: 'Second', editedAt: expect.any(String) });
    for (const data of [{}, { text: 'x', resolved: true }]) expect((await change(id, data)).status).toBe(400);
  });

  it('is deleted by its author, and by callers who may delete the document', async () => {
    const [one, two] = [await comment(ada, url, 'One'), await comment(ada, url, 'Two')];
    expect((await remove(one, bea)).status).toBe(403);
    const deleter = await addMember(site.service(), [...editing(articles), { action: `${articles}.delete` }]);
    const own = await addMember(site.service(), [...editing(articles), { action: `${articles}.delete`, own: true }]);
    expect((await remove(one, own)).status).toBe(403);
    expect((await remove(one, deleter)).status).toBe(204);
    expect((await remove(one, deleter)).status).toBe(404);
    expect((await remove(two)).status).toBe(204);
  });
});

describe('a thread', () => {
  it('has replies on one level, which have its path', async () => {
    const id = await comment(ada, url, 'Question', { path: 'title' });
    const reply = await comment(bea, url, 'Answer', { parent: id });
    expect((await list()).find((one: { id: string }) => one.id === reply)).toMatchObject({ parent: id, path: 'title' });
    const deeper = await site.post(`${url}/comments`, { text: 'x', parent: reply }, { as: ada.as });
    expect([deeper.status, errorsOf(deeper.body)]).toEqual([400, [['data', 'parent']]]);
    const elsewhere = await site.post(
      `/api/articles/${await draft('Else')}/comments`,
      { text: 'x', parent: id },
      { as: ada.as },
    );
    expect(elsewhere.status).toBe(400);
    expect((await change(reply, { resolved: true })).status).toBe(400);
    expect((await remove(id)).status).toBe(204);
    expect((await list()).some((one: { id: string }) => one.id === reply)).toBe(false);
  });

  it('is resolved once by the first of two, and opened again', async () => {
    const id = await comment(ada, url, 'To do');
    const answers = await Promise.all([ada, bea, ada, bea].map((member) => change(id, { resolved: true }, member)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const resolvers = answers.map(({ body }) => JSON.stringify(body.data.resolved));
    expect(new Set(resolvers).size).toBe(1);
    expect((await change(id, { resolved: false }, bea)).body.data.resolved).toBeNull();
  });

  it('leaves no reply when it is deleted while others reply', async () => {
    // Mentions take the time in which the thread is deleted.
    const mentions = (await Promise.all(Array.from({ length: 10 }, () => site.editor()))).map((one) => one.documentId);
    const reply = { text: 'Answer', mentions };
    const statuses: number[] = [];
    for (let round = 0; round < 10; round++) {
      const id = await comment(ada, url, 'Question');
      const replies = Array.from({ length: 3 }, () =>
        site.post(`${url}/comments`, { ...reply, parent: id }, { as: bea.as }),
      );
      await setTimeout(10);
      expect((await remove(id)).status).toBe(204);
      statuses.push(...(await Promise.all(replies)).map(({ status }) => status));
    }
    expect(statuses.filter((status) => ![201, 400, 404].includes(status))).toEqual([]);
    const comments = await list();
    const ids = new Set(comments.map(({ id }: { id: string }) => id));
    expect(comments.filter(({ parent }: { parent: string | null }) => parent !== null && !ids.has(parent))).toEqual([]);
  });
});

describe('the comments of a document', () => {
  it('are one list for each locale, in pages', async () => {
    await site.request('POST', '/api/i18n/locales', { body: { code: 'fr', name: 'French' } });
    const page = await site.create('/api/pages?status=draft', { title: 'Page' });
    await site.put(`/api/pages/${page}?status=draft&locale=fr`, { title: 'Une page' });
    const as = ada.as;
    await site.post(`/api/pages/${page}/comments?locale=fr`, { text: 'Oui' }, { as });
    expect(await list(`/api/pages/${page}`)).toEqual([]);
    const rows = Array.from({ length: 120 }, (_, index) => index);
    for (const index of rows) await comment(ada, `/api/pages/${page}`, `no. ${index}`);
    const texts: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query = `pagination[pageSize]=50&pagination[cursor]=${cursor}`;
      const { body } = await site.get(`/api/pages/${page}/comments?${query}`, { as });
      texts.push(...body.data.map(({ text }: { text: string }) => text));
      cursor = body.meta.pagination.nextCursor;
    }
    expect(texts).toEqual(rows.map((index) => `no. ${index}`));
    expect((await site.get(`/api/pages/${page}/comments?locale=fr`, { as })).body.data).toHaveLength(1);
    expect((await site.get(`/api/pages/${page}/comments?locale=*`, { as })).status).toBe(400);
  });

  it('are at most 1,000', async () => {
    const full = await draft('Full');
    await comment(ada, `/api/articles/${full}`, 'first');
    const [row] = await site.stored({ documentId: full });
    const db = await site.service().database.get();
    const others = Array.from({ length: 998 }, () => ({ ...row, _id: new ObjectId() }));
    await db.collection('lectern_comments').insertMany(others);
    await comment(ada, `/api/articles/${full}`, 'last');
    const { status } = await site.post(`/api/articles/${full}/comments`, { text: 'more' }, { as: ada.as });
    expect([status, (await site.stored({ documentId: full })).length]).toEqual([400, 1000]);
  });

  it('of a single type are at its path', async () => {
    expect((await site.get('/api/home/comments', { as: ada.as })).status).toBe(404);
    await site.put('/api/home?status=draft', { title: 'Home' });
    const id = await comment(ada, '/api/home', 'Nice', { path: 'title' });
    expect(await list('/api/home')).toMatchObject([{ text: 'Nice' }]);
    expect((await change(id, { resolved: true }, bea, '/api/home')).status).toBe(200);
    expect((await remove(id, ada, '/api/home')).status).toBe(204);
    expect((await site.get('/api/articles/comments', { as: ada.as })).status).toBe(404);
  });

  it('stay in the trash, and go when it is emptied', async () => {
    const [kept, erased] = [await draft('Kept'), await draft('Erased')];
    for (const id of [kept, erased]) await comment(ada, `/api/articles/${id}`, 'x');
    for (const id of [kept, erased]) await site.delete(`/api/articles/${id}`);
    expect((await site.get(`/api/articles/${kept}/comments`, { as: ada.as })).status).toBe(404);
    await sweepComments(site.service());
    await site.delete(`/api/trash/${articles}/${erased}`);
    expect(await site.stored({ documentId: erased })).toEqual([]);
    expect(await site.stored({ documentId: kept })).toHaveLength(1);
    await site.post(`/api/trash/${articles}/${kept}/restore`, {});
    expect(await list(`/api/articles/${kept}`)).toHaveLength(1);
  });

  it('are removed by the sweep when nothing is left of the document', async () => {
    const lost = await draft('Gone');
    await comment(ada, `/api/articles/${lost}`, 'x');
    await site.delete(`/api/articles/${lost}`);
    const db = await site.service().database.get();
    await db.collection('articles').updateOne({ documentId: lost }, { $unset: { removed: 1 } });
    const before = (await site.stored()).length;
    expect(await sweepComments(site.service())).toBe(1);
    expect((await site.stored()).length).toBe(before - 1);
  });

  it('keep the comments of a deleted user, without a name', async () => {
    const leaver = await site.editor();
    const of = `/api/articles/${await draft('Left')}`;
    await comment(leaver, of, 'Bye');
    await site.delete(`/api/users/${(await site.user(leaver)).published?.id}`);
    const [{ author, text }] = await list(of);
    expect({ author, text }).toEqual({
      author: { type: 'user', documentId: leaver.documentId, username: null },
      text: 'Bye',
    });
  });
});

describe('mentions', () => {
  const mentioned = async (member: Member, query = '') =>
    (await site.get(`/api/editor/comments?mentioned=me${query}`, { as: member.as })).body.data;

  it('are listed for the mentioned user, with the title, until they are resolved', async () => {
    const member = await site.editor();
    const of = await draft('Mentioned');
    const thread = await comment(ada, `/api/articles/${of}`, 'Question', { path: 'title' });
    const id = await comment(ada, `/api/articles/${of}`, 'See @you', { parent: thread, mentions: [member.documentId] });
    const [answer] = await mentioned(member);
    expect(answer).toMatchObject({
      ...{ id, type: articles, documentId: of, locale: null, path: 'title', title: 'Mentioned', text: 'See @you' },
      ...{ author: { documentId: ada.documentId }, resolved: false },
    });
    expect(await mentioned(member, '&resolved=true')).toEqual([]);
    await change(thread, { resolved: true }, ada, `/api/articles/${of}`);
    expect(await mentioned(member, '&resolved=false')).toEqual([]);
    expect(await mentioned(member)).toMatchObject([{ resolved: true }]);
  });

  it('can name the users whom people finds', async () => {
    const at = `/api/editor/people?type=${pages}`;
    const page = await site.create('/api/pages?status=draft', { title: 'People' });
    const names = async (q: string, as = ada.as) =>
      (await site.get(`${at}&documentId=${page}&q=${encodeURIComponent(q)}`, { as })).body.data.map(
        ({ username }: { username: string }) => username,
      );
    const member = await site.editor(pages);
    await addMember(site.service(), editing(articles));
    const name = String((await site.user(member)).published?.username);
    expect(await names(name.toUpperCase())).toContain(name);
    expect(await names('.*')).toEqual([]);
    const everyone = await names('');
    expect(everyone).not.toContain((await site.user(ada)).published?.username);
    expect(everyone.length).toBeLessThanOrEqual(10);
    const blocked = await site.editor(pages);
    const { published } = await site.user(blocked);
    const username = published?.username;
    expect(await names(String(username))).toEqual([username]);
    await site.request('PUT', `/api/users/${published?.id}`, { body: { blocked: true } });
    expect(await names(String(username))).toEqual([]);
    expect((await site.get(`/api/editor/people?type=api::none.none&documentId=x`, { as: ada.as })).status).toBe(404);
  });
});
