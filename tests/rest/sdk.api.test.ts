// Checks Strapi's own client, unmodified, against a Lectern server.
import { strapi, type StrapiClient } from '@strapi/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { otherwise, routes } from '../../functions/routes.ts';
import { endpoint } from '../../lib/api/http/index.ts';
import { loadSchema } from '../../lib/schema/index.ts';
import { serve, type RunningServer } from '../../lib/server/serve.ts';
import { createToken } from '../../lib/accounts/tokens/index.ts';
import { freshFolder, pictureOfSize } from '../media/files.ts';
import { createApi, testConfig, silentLog } from '../setup/api.ts';
import { password, setPermissions } from '../setup/users.ts';

const { schema } = await loadSchema('content-types');
const folder = await freshFolder();
const api = createApi(schema, { ...testConfig, upload: { ...testConfig.upload, folder } });
const ready = () => Promise.resolve(api.service());

let serving: RunningServer;
let baseURL: string;
let editor: StrapiClient;
beforeAll(async () => {
  serving = await serve({
    routes: routes.map((route) => ({ ...route, handler: endpoint(route.handler.operation, ready, silentLog) })),
    otherwise: endpoint(otherwise.operation, ready, silentLog),
    host: '127.0.0.1',
    port: 0,
  });
  baseURL = `${serving.url}/api`;
  const { accessKey: auth } = await createToken(api.service(), { name: 'editor', type: 'full-access' });
  editor = strapi({ baseURL, auth });
});
afterAll(() => serving.stop());

describe('with a token, the client', () => {
  it('creates, reads, lists, updates and deletes', async () => {
    const topics = editor.collection('topics');
    const { data: made } = await topics.create({ name: 'Paper', slug: 'paper' });
    const id = made.documentId;
    expect((await topics.findOne(id, { fields: ['name'] })).data).toEqual({
      id: made.id,
      documentId: id,
      name: 'Paper',
    });
    await topics.update(id, { name: 'Papers' });
    const { data, meta } = await topics.find({
      filters: { slug: { $eq: 'paper' } },
      sort: 'name',
      pagination: { pageSize: 5 },
    });
    expect([data.map(({ name }) => name as string), meta.pagination]).toEqual([
      ['Papers'],
      { page: 1, pageSize: 5, pageCount: 1, total: 1 },
    ]);
    await topics.delete(id);
    await expect(topics.findOne(id)).rejects.toThrow('404');
  });

  it('uploads, lists, reads, changes and deletes files', async () => {
    const content = await pictureOfSize(300, 200).png().toBuffer();
    const fileInfo = { name: 'Cover', alternativeText: 'A cover' };
    const options = { filename: 'cover.png', mimetype: 'image/png', fileInfo };
    // The types of the client say one file; like Strapi, the API returns a list of the uploaded files.
    const [made] = (await editor.files.upload(content, options)) as unknown as [{ id: number; width: number }];
    expect(made).toMatchObject({ ...fileInfo, width: 300 });
    const blob = new Blob(['text'], { type: 'text/plain' });
    expect(await editor.files.upload(blob, { fileInfo: { caption: 'A text' } })).toMatchObject([{ caption: 'A text' }]);
    expect(await editor.files.find({ filters: { name: { $eq: 'Cover' } }, sort: 'id' })).toEqual([made]);
    expect(await editor.files.findOne(made.id)).toEqual(made);
    expect(await editor.files.update(made.id, { caption: 'Of a book' })).toMatchObject({ caption: 'Of a book' });
    expect(await editor.files.delete(made.id)).toMatchObject({ id: made.id });
    await expect(editor.files.findOne(made.id)).rejects.toThrow('not found');
  });

  it('shows a draft with its pictures to a caller with the token of a preview link', async () => {
    const content = await pictureOfSize(30, 20).png().toBuffer();
    const options = { filename: 'cover.png', mimetype: 'image/png' };
    const [cover] = (await editor.files.upload(content, options)) as unknown as [{ id: number }];
    const articles = editor.collection('articles');
    const draft = { status: 'draft' } as const;
    const { data: made } = await articles.create({ title: 'Soon', slug: 'soon', cover: cover.id }, draft);
    const path = `/articles/${made.documentId}/actions/preview-link`;
    const { data } = (await (await editor.fetch(path, { method: 'POST' })).json()) as { data: { token: string } };
    const anyone = strapi({ baseURL }).collection('articles');
    const preview = { ...draft, preview: data.token, populate: 'cover' };
    expect((await anyone.findOne(made.documentId, preview)).data).toMatchObject({
      ...{ title: 'Soon', cover: { id: cover.id, url: expect.stringContaining('/uploads/') } },
    });
    await expect(anyone.findOne(made.documentId, draft)).rejects.toThrow('403');
    await articles.delete(made.documentId);
    await expect(anyone.findOne(made.documentId, preview)).rejects.toThrow('404');
  });

  it('writes and reads a single type', async () => {
    const about = editor.single('about');
    await about.update({ title: 'About us' });
    expect((await about.find()).data.title).toBe('About us');
  });

  it('creates, changes and deletes users', async () => {
    const users = editor.collection('users');
    const made = (await users.create({ username: 'john', email: 'john@example.com', password })) as unknown as {
      readonly id: number;
    }; // the client types an answer without `data` as a document
    await users.update(String(made.id), { username: 'johnny' });
    expect(await users.find({ filters: { email: 'john@example.com' } })).toMatchObject([{ username: 'johnny' }]);
    expect(await users.findOne(String(made.id))).toMatchObject({ username: 'johnny' });
    await users.delete(String(made.id));
    expect(await users.find()).toEqual([]);
  });
});

describe('as a member, the client', () => {
  it('registers, logs in, and reads and writes with the permissions of members', async () => {
    const anyone = strapi({ baseURL });
    const post = async (path: string, body: object): Promise<{ readonly jwt: string }> => {
      const headers = { 'Content-Type': 'application/json' };
      return (await anyone.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).json() as never;
    };
    await post('/auth/local/register', { username: 'mia', email: 'mia@example.org', password });
    await setPermissions(api, 'authenticated', [
      { action: 'plugin::users-permissions.user.me' },
      { action: 'api::topic.topic.find' },
      { action: 'api::topic.topic.create' },
    ]);
    const { jwt } = await post('/auth/local', { identifier: 'MIA@example.org', password });
    const mia = strapi({ baseURL, auth: jwt });
    expect(await (await mia.fetch('/users/me')).json()).toMatchObject({ username: 'mia' });
    const { data } = await mia.collection('topics').create({ name: 'Ink', slug: 'ink' });
    expect((await mia.collection('topics').find()).data.map(({ documentId }) => documentId)).toEqual([data.documentId]);
    await expect(mia.collection('topics').delete(data.documentId)).rejects.toThrow('403');
    await expect(anyone.collection('topics').find()).rejects.toThrow('403');
    await expect(post('/auth/local', { identifier: 'mia', password: 'wrong one' })).rejects.toThrow('400');
  });
});
