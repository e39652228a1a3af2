// Starts instances as the tests of a project do, on the sample site.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { defineConfig } from '../../../lib/platform/config/index.ts';
import { openDatabase } from '../../../lib/platform/db/index.ts';
import { startLectern, type Lectern } from '../../../cli/testing/index.ts';
import { accept, answerWith, startStandIn } from '../../setup/httpStandIn.ts';

const topics = '/api/topics';
const receiver = await startStandIn();
let lectern: Lectern;

beforeAll(async () => {
  // The tests of a project start a MongoDB of their own; dev/mongod has the tests of that.
  process.env.LECTERN_TEST_MONGODB_URI = inject('mongodbUri');
  lectern = await startLectern({ config: defineConfig({ webhooks: { allowPrivate: true } }) });
});
beforeEach(() => lectern.reset());
afterAll(async () => {
  await lectern.stop();
  delete process.env.LECTERN_TEST_MONGODB_URI;
});

const createTopic = async (name: string): Promise<Response> =>
  lectern.fetch(topics, { method: 'POST', body: JSON.stringify({ data: { name } }) });

const totalOf = async (path = topics): Promise<unknown> =>
  ((await (await lectern.fetch(path)).json()) as { meta: { pagination: { total: number } } }).meta.pagination.total;

it('answers over HTTP, with full access by default', async () => {
  expect((await createTopic('Paper')).status).toBe(201);
  expect(await totalOf()).toBe(1);
  expect((await fetch(`${lectern.url}/_ready`)).status).toBe(200);
});

it('resets to the first state: no documents, no files, ids from 1', async () => {
  const first = (await (await createTopic('Paper')).json()) as { data: { id: number } };
  const form = new FormData();
  form.append('files', new Blob(['text'], { type: 'text/plain' }), 'note.txt');
  const [file] = (await (await lectern.fetch('/api/upload', { method: 'POST', body: form })).json()) as [
    { url: string },
  ];
  expect((await lectern.fetch(file.url)).status).toBe(200);
  const token = await lectern.token({ type: 'full-access' });
  await lectern.reset();
  expect(await totalOf()).toBe(0);
  expect((await lectern.fetch(file.url)).status).toBe(404);
  expect((await lectern.fetch(topics, { token })).status).toBe(401);
  const again = (await (await createTopic('Ink')).json()) as { data: { id: number } };
  expect(again.data.id).toBe(first.data.id);
  await Promise.all(Array.from({ length: 8 }, (_, index) => createTopic(`Topic ${index}`)));
  expect(await totalOf()).toBe(9);
});

it('creates tokens with exactly these permissions', async () => {
  const token = await lectern.token({ permissions: ['topic.find'] });
  expect((await lectern.fetch(topics, { token })).status).toBe(200);
  const body = JSON.stringify({ data: { name: 'Ink' } });
  expect((await lectern.fetch(topics, { method: 'POST', body, token })).status).toBe(403);
  await expect(lectern.token({ permissions: ['topic.fnd'] })).rejects.toThrow('topic.fnd');
});

it('logs users in, with the password that the test chose', async () => {
  const { jwt, user } = await lectern.login({
    username: 'ada',
    password: 'a long password',
    permissions: ['topic.create'],
  });
  expect((await lectern.fetch(topics, { token: jwt })).status).toBe(403);
  const body = JSON.stringify({ data: { name: 'Ink' } });
  expect((await lectern.fetch(topics, { method: 'POST', body, token: jwt })).status).toBe(201);
  const credentials = JSON.stringify({ identifier: user.email, password: 'a long password' });
  await lectern.allow('public', 'plugin::users-permissions.auth.callback');
  const login = await lectern.fetch('/api/auth/local', { method: 'POST', body: credentials, token: null });
  expect(await login.json()).toMatchObject({ user: { documentId: user.documentId, username: 'ada' } });
  expect((await lectern.login()).user.documentId).not.toBe(user.documentId);
});

it('lets the public read what a test allows', async () => {
  expect((await lectern.fetch(topics, { token: null })).status).toBe(403);
  await lectern.allow('public', 'topic.find');
  expect((await lectern.fetch(topics, { token: null })).status).toBe(200);
});

it('delivers all events before deliverEvents returns, and does not wait for retries', async () => {
  receiver.answer = answerWith(500);
  const webhook = { name: 'test', url: receiver.url, events: ['entry.create', 'entry.publish'] };
  const created = await lectern.fetch('/admin/webhooks', {
    ...{ method: 'POST', body: JSON.stringify(webhook), token: lectern.ownerToken },
  });
  expect(created.status).toBe(201);
  await createTopic('Paper');
  // It returns although nothing was accepted. On a slow machine the first retry is due before.
  await lectern.deliverEvents();
  const refused = receiver.requests.length;
  expect(refused).toBeGreaterThan(0);
  receiver.answer = accept;
  await createTopic('Ink');
  await lectern.deliverEvents();
  expect(receiver.requests.length).toBeGreaterThan(refused);
});

it('runs project code: routes, handlers of events, and what follows from their writes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-extensions-'));
  const file = join(folder, 'extensions.mjs');
  const handler = `async ({ document, documents }) => {
    if (document.name.length < 4) await documents.asSystem.create('api::topic.topic', { name: document.name + '+' });
  }`;
  const route = `{ method: 'GET', path: '/count', permission: 'topic.count', handler: () => ({ count: 7 }) }`;
  const definition = `{ on: { 'entry.create': ${handler} }, routes: [${route}] }`;
  await writeFile(file, `export const extensions = [{ file: 'a.ts', definition: ${definition} }];`);
  const own = await startLectern({ env: { ...process.env, LECTERN_EXTENSIONS: file } });
  expect(await (await own.fetch('/api/count')).json()).toEqual({ count: 7 });
  for (let round = 0; round < 2; round += 1) {
    await own.documents.create('api::topic.topic', { name: 'A' });
    expect((await own.documents.find('api::topic.topic')).data).toHaveLength(1);
    await own.deliverEvents();
    const { data } = await own.documents.find('api::topic.topic', { sort: 'name' });
    expect(data.map((topic) => topic.name as string)).toEqual(['A', 'A+', 'A++', 'A+++']);
    await own.reset();
  }
  await own.stop();
  await rm(folder, { recursive: true });
});

it('names every fault of a configuration', () => {
  expect(() => defineConfig({ docs: 'yes', api: { rest: { maxLimit: 0 } } } as never)).toThrow(
    /api\.rest\.maxLimit: .*\n.*docs: /,
  );
});

it('runs beside other instances, and leaves nothing behind', async () => {
  await createTopic('Paper');
  const uploadFolders = async (): Promise<number> =>
    (await readdir(tmpdir())).filter((name) => name.startsWith('lectern-uploads-')).length;
  const before = await uploadFolders();
  const other = await startLectern();
  expect(await (await other.fetch(topics)).json()).toMatchObject({ data: [] });
  await other.stop();
  await expect(startLectern({ root: 'tests/cli/faulty' })).rejects.toThrow('content-types');
  expect(await uploadFolders()).toBe(before);
  const server = openDatabase(inject('mongodbUri'));
  const { databases } = await (await server.client()).db('admin').admin().listDatabases();
  await server.close();
  expect(databases.filter(({ name }) => name.startsWith('lectern-test-'))).toHaveLength(1);
  expect(await totalOf()).toBe(1);
});
