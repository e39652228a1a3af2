// Checks previews, users and members with Strapi's own client; tests/clients runs it for documents, single types and files.
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

it('as a member, the client registers, logs in, and reads and writes with the permissions of members', async () => {
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
