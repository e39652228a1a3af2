// Nobody learns through comments what documents, attributes and users would not have shown.
import { beforeAll, describe, expect, it } from 'vitest';
import { addMember, type Member } from '../setup/accounts.ts';
import { articles, createCommentSite, editing, homes, pages } from './commentSite.ts';

const secretUsername = 'hidden-person';
const site = createCommentSite([
  {
    types: {
      'plugin::users-permissions.user': {
        canRead: ({ caller: { role } }: { caller: { role?: string } }) =>
          role === 'narrow' ? { username: { $not: { $startsWith: 'hidden-' } } } : true,
      },
    },
  },
]);
const inNews = { filters: { section: { $eq: 'news' } } };
const newsOnly = editing(articles).map((one) => ({ ...one, ...inNews }));

let writer: Member;
/** May edit articles in the section news only, and not find secrets. */
let editor: Member;
let news: string;
let sport: string;
let sportComment: string;

beforeAll(async () => {
  writer = await addMember(site.service(), editing(articles, pages, homes, 'api::secret.secret'));
  editor = await addMember(site.service(), newsOnly);
  [news, sport] = [await site.draft('News', { section: 'news' }), await site.draft('Sport', { section: 'sport' })];
  sportComment = await site.comment(writer, `/api/articles/${sport}`, 'Goal');
});

/** Every request about a document, with what its answer says. */
const replies = async (documentId: string, commentId: string, call: { as: Member['as'] | null | 'full-access' }) => {
  const url = `/api/articles/${documentId}/comments`;
  const all = [
    await site.get(url, call),
    await site.post(url, { text: 'x' }, call),
    await site.post(url, { text: 'x', path: 'none', mentions: ['nobody'], parent: commentId }, call),
    await site.put(`${url}/${commentId}`, { text: 'x' }, call),
    await site.put(`${url}/${commentId}`, { resolved: true }, call),
    await site.delete(`${url}/${commentId}`, call),
    await site.get(`/api/editor/people?type=${articles}&documentId=${documentId}`, call),
  ];
  return all.map(({ status, body }) => JSON.stringify([status, body]).replaceAll(documentId, '<id>'));
};

describe('a caller who may not read the draft of a document', () => {
  it('cannot tell it from an absent one', async () => {
    const absent = await replies('a'.repeat(24), 'b'.repeat(24), editor);
    expect(await replies(sport, sportComment, editor)).toEqual(absent);
    expect(absent.map((one) => JSON.parse(one)[0])).toEqual(Array.from({ length: 7 }, () => 404));
  });

  it('cannot use its comments through another document', async () => {
    const url = `/api/articles/${news}/comments`;
    const as = editor.as;
    for (const id of [sportComment, 'b'.repeat(24)]) {
      expect((await site.put(`${url}/${id}`, { resolved: true }, { as })).status).toBe(404);
      expect((await site.delete(`${url}/${id}`, { as })).status).toBe(404);
      const { status, body } = await site.post(url, { text: 'x', parent: id }, { as });
      expect([status, JSON.stringify(body).replaceAll(id, '')]).toEqual([
        400,
        expect.stringContaining('no first comment'),
      ]);
    }
  });

  it.each([
    ['without the right to update', editing(articles).filter(({ action }) => !action.endsWith('update'))],
    ['without the right to find one', editing(articles).filter(({ action }) => !action.endsWith('findOne'))],
    ['of another type', editing(pages)],
  ])('gets 403 for every document: %s', async (_, permissions) => {
    const member = await addMember(site.service(), permissions);
    const answers = await replies(news, sportComment, member);
    expect(answers.map((one) => JSON.parse(one)[0])).toEqual(Array.from({ length: 7 }, () => 403));
    expect(await replies('a'.repeat(24), sportComment, member)).toEqual(answers);
  });
});

it('a path into an attribute that the caller may not read hides the comment, its replies and its mentions', async () => {
  const url = `/api/articles/${news}`;
  for (const path of ['secret', 'seo.secret']) {
    const id = await site.comment(writer, url, `About ${path}`, { path });
    const mention = await site.post(
      `${url}/comments`,
      { text: 'x', parent: id, mentions: [editor.documentId] },
      { as: writer.as },
    );
    expect(mention.status).toBe(400);
    await site.comment(writer, url, `Reply ${path}`, { parent: id });
    expect(JSON.stringify((await site.get(`${url}/comments`, editor)).body)).not.toContain(path);
    expect((await site.put(`${url}/comments/${id}`, { resolved: true }, editor)).status).toBe(404);
    expect((await site.post(`${url}/comments`, { text: 'x', parent: id }, editor)).status).toBe(400);
    const refusals = [path, 'none'].map(async (one) => {
      const { status, body } = await site.post(`${url}/comments`, { text: 'x', path: one }, editor);
      return JSON.stringify([status, body]).replaceAll(one, '<path>');
    });
    const [hidden, absent] = await Promise.all(refusals);
    expect(hidden).toBe(absent);
  }
  const password = await site.post(`${url}/comments`, { text: 'x', path: 'key' }, writer);
  expect(password.status).toBe(400);
  // Whoever edits sees private attributes.
  expect((await site.post(`${url}/comments`, { text: 'x', path: 'note' }, editor)).status).toBe(201);
});

describe('mentions', () => {
  it('are only of documents that the user may read now', async () => {
    const of = await site.draft('Moving', { section: 'news' });
    const path = { path: 'title', mentions: [editor.documentId] };
    await site.comment(writer, `/api/articles/${of}`, 'Moving text', path);
    const mentioned = async () => (await site.get('/api/editor/comments?mentioned=me', editor)).body.data;
    expect(await mentioned()).toHaveLength(1);
    await site.put(`/api/articles/${of}?status=draft`, { section: 'sport' });
    expect(await mentioned()).toEqual([]);
    await site.put(`/api/articles/${of}?status=draft`, { section: 'news' });
    expect(await mentioned()).toHaveLength(1);
    await site.delete(`/api/articles/${of}`);
    expect(await mentioned()).toEqual([]);
  });

  it('say the same of users who may not read the document, are hidden, or do not exist', async () => {
    const url = `/api/articles/${news}/comments`;
    const stranger = await addMember(site.service(), editing(pages));
    const known = await addMember(site.service(), newsOnly);
    const answerFor = async (user: string, by: Member, at = url) => {
      const { status, body } = await site.post(at, { text: 'x', mentions: [user] }, { as: by.as });
      return JSON.stringify([status, body]).replaceAll(user, '<user>');
    };
    const absent = await answerFor('c'.repeat(24), editor);
    expect(JSON.parse(absent)[0]).toBe(400);
    expect(await answerFor(stranger.documentId, editor)).toBe(absent);
    expect(await answerFor('token 1', editor)).toBe(absent);
    expect(await answerFor('public', editor)).toBe(absent);
    expect(await answerFor(editor.documentId, writer, `/api/articles/${sport}/comments`)).toBe(absent);
    expect(JSON.parse(await answerFor(known.documentId, editor))[0]).toBe(201);
  });

  it('and people name no user whom project code hides', async () => {
    const service = site.service();
    const narrow = await site.editor(articles);
    const hidden = await site.editor(articles);
    const db = await service.database.get();
    const set = async (collection: string, filter: object, values: object) =>
      db.collection(collection).updateOne(filter, { $set: values });
    await set('up_users', { documentId: hidden.documentId }, { 'published.username': secretUsername });
    const role = (await site.user(narrow)).published?.role as { to: string };
    await set('up_roles', { documentId: role.to }, { 'published.type': 'narrow' });
    service.access.roles.clearCache();
    const url = `/api/articles/${news}`;
    const people = async (member: Member) =>
      JSON.stringify((await site.get(`/api/editor/people?type=${articles}&documentId=${news}&q=hidden`, member)).body);
    expect(await people(writer)).toContain(secretUsername);
    expect(await people(narrow)).not.toContain(secretUsername);
    const mention = (member: Member, user: string) =>
      site.post(`${url}/comments`, { text: 'x', mentions: [user] }, { as: member.as });
    expect((await mention(narrow, hidden.documentId)).status).toBe(400);
    const id = await site.comment(hidden, url, 'By a hidden user', { mentions: [hidden.documentId] });
    const found = async (member: Member) =>
      (await site.get(`${url}/comments`, member)).body.data.find((one: { id: string }) => one.id === id);
    expect((await found(writer)).author.username).toBe(secretUsername);
    expect(JSON.stringify(await found(narrow))).not.toContain(secretUsername);
  });
});
