// Notices of reviews: of drafts that are assigned, moved, or changed after a review; as mails, and on the first screen.
import { beforeAll, expect, it } from 'vitest';
import { mailNotices } from '../../lib/comments/index.ts';
import { addEditor, type Member } from '../setup/accounts.ts';
import { createApi, schemaOf, testConfig, typeFile } from '../setup/api.ts';
import { secrets } from '../setup/secrets.ts';
import { captureMails } from '../setup/users.ts';

const article = 'api::article.article';
const review = { stages: ['writing', 'review', 'ready'], publishFrom: 'ready' };
const schema = schemaOf({
  'article.json': typeFile(
    'article',
    { title: { type: 'string' }, section: { type: 'string' } },
    { options: { draftAndPublish: true, review } },
  ),
});
const mail = { transport: 'smtp', from: 'site@example.org', replyTo: '', language: 'en' } as const;
const editor = { ...testConfig.editor, url: 'https://example.org/editor/' };
const site = createApi(schema, { ...testConfig, mail, editor }, 1, secrets);

const editing = ['find', 'findOne', 'create', 'update'].map((action) => ({ action: `${article}.${action}` }));
let writer: Member;
let chief: Member;

beforeAll(async () => {
  writer = await addEditor(site.service(), [
    ...editing,
    { action: `${article}.review`, stages: ['writing', 'review'] },
  ]);
  chief = await addEditor(site.service(), [...editing, { action: `${article}.review` }]);
});

const userOf = async ({ documentId }: Member) => {
  const users = (await site.service().database.get()).collection('up_users');
  return (await users.findOne({ documentId }))?.published as { id: number; username: string; email: string };
};
const draft = async (title: string): Promise<string> =>
  (await site.request('POST', '/api/articles?status=draft', { body: { data: { title } }, as: writer.as })).body.data
    .documentId as string;
const move = (documentId: string, name: string, { as }: Member) =>
  site.request('PUT', `/api/articles/${documentId}/stage`, { body: { data: { name } }, as });
const assign = async (documentId: string, to: Member, { as }: Member) =>
  site.request('PUT', `/api/articles/${documentId}/assignee`, { body: { data: { id: (await userOf(to)).id } }, as });
const change = (documentId: string, data: object, { as }: Member) =>
  site.request('PUT', `/api/articles/${documentId}?status=draft`, { body: { data }, as });
const noticesOf = async ({ as }: Member, documentId: string) => {
  const { status, body } = await site.get('/api/editor/notices', { as });
  expect(status).toBe(200);
  return body.data.filter((one: { documentId: string }) => one.documentId === documentId);
};
const mailed = async () => {
  const mails = captureMails(site);
  const service = site.service();
  await Promise.all([mailNotices(service), mailNotices(service)]);
  await mailNotices(service);
  return mails
    .map(({ to, subject, text }) => [to, subject, text])
    .toSorted(([, one = ''], [, other = '']) => one.localeCompare(other));
};

it('tells the assignee, the writer of what is approved, and whoever approved what is changed', async () => {
  const [writing, approving] = [await userOf(writer), await userOf(chief)];
  const documentId = await draft('Ink\nGalls');
  const link = `\n\nhttps://example.org/editor/content/articles/${documentId}\n`;
  await move(documentId, 'review', writer);
  expect(await mailed()).toEqual([]);

  await assign(documentId, chief, writer);
  const assigned = `${writing.username} assigned "Ink Galls" to you. It is in the stage "review".${link}`;
  expect(await mailed()).toEqual([[approving.email, 'Lectern: a draft is assigned to you', assigned]]);
  expect(await noticesOf(chief, documentId)).toEqual([]);

  await move(documentId, 'ready', chief);
  const moved = `${approving.username} moved "Ink Galls" into the stage "ready".${link}`;
  expect(await mailed()).toEqual([[writing.email, 'Lectern: a draft is in another stage', moved]]);
  const by = ({ documentId: id }: Member, { username }: { username: string }) => ({
    type: 'user',
    documentId: id,
    username,
  });
  const what = {
    id: expect.any(String),
    type: article,
    documentId,
    locale: null,
    title: 'Ink\nGalls',
    at: expect.any(String),
  };
  expect(await noticesOf(writer, documentId)).toEqual([
    { ...what, kind: 'moved', stage: 'ready', by: by(chief, approving) },
  ]);

  await change(documentId, { title: 'Oak' }, writer);
  const returned = `${writing.username} changed "Oak" after your review. It is back in the stage "review".${link}`;
  expect(await mailed()).toEqual([[approving.email, 'Lectern: a draft was changed after your review', returned]]);
  expect(await noticesOf(chief, documentId)).toEqual([
    { ...what, title: 'Oak', kind: 'returned', stage: 'review', by: by(writer, writing) },
  ]);
  // What is not so any more is not told.
  expect(await noticesOf(writer, documentId)).toEqual([]);
  await move(documentId, 'ready', chief);
  expect(await noticesOf(chief, documentId)).toEqual([]);
  expect(await mailed()).toHaveLength(1);
});

it('mails nothing that is not so any more, and nothing that its reader may not read', async () => {
  const newsChief = await addEditor(site.service(), [
    ...editing.map((one) => ({ ...one, filters: { section: { $eq: 'news' } } })),
    { action: `${article}.review` },
  ]);
  const [one, two, three] = [await draft('One'), await draft('Two'), await draft('Three')];
  for (const documentId of [one, two]) await change(documentId, { section: 'news' }, writer);
  for (const documentId of [one, two]) await assign(documentId, newsChief, writer);
  await assign(one, chief, writer);
  await change(two, { section: 'sport' }, writer);
  await move(three, 'ready', chief);
  await move(three, 'writing', chief);
  expect((await mailed()).map(([to, subject]) => [to, subject])).toEqual([
    [(await userOf(chief)).email, 'Lectern: a draft is assigned to you'],
    [(await userOf(writer)).email, 'Lectern: a draft is in another stage'],
  ]);
});

it('tells nobody of the own work, and nothing twice', async () => {
  const documentId = await draft('Own');
  await move(documentId, 'review', writer);
  await assign(documentId, writer, writer);
  await assign(documentId, writer, writer);
  expect(await mailed()).toEqual([]);
});

it('writes in the language of the mails of the site', async () => {
  const [writing, approving] = [await userOf(writer), await userOf(chief)];
  const documentId = await draft('Tinte');
  await mailed();
  const settings = site.service().config.mail;
  Object.assign(settings, { language: 'de' });
  await assign(documentId, chief, writer);
  const text = `${writing.username} hat Ihnen „Tinte“ zugewiesen. Es ist in der Stufe „writing“.`;
  expect(await mailed()).toEqual([
    [approving.email, 'Lectern: Ihnen ist ein Entwurf zugewiesen', expect.stringContaining(text)],
  ]);
  Object.assign(settings, { language: 'en' });
});
