// PUT and DELETE /api/editor/presence: which users have a document open.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { prepareIndexes } from '../../lib/platform/db/index.ts';
import type { Permission } from '../../lib/platform/access/index.ts';
import { createApi, createProjectApi, schemaOf, testConfig, type Call, typeFile, withDrafts } from '../setup/api.ts';
import { addEditor, addUser, type Member } from '../setup/accounts.ts';

const type = (singularName: string, localized: boolean): string =>
  typeFile(
    singularName,
    { title: { type: 'string' }, team: { type: 'string' } },
    { ...withDrafts, pluginOptions: { i18n: { localized } } },
  );

const schema = schemaOf({
  'note.json': type('note', false),
  'task.json': type('task', false),
  'page.json': type('page', true),
});

const api = createApi(schema);
const silentApi = createApi(schema, { ...testConfig, editor: { ...testConfig.editor, presence: false } });

/** Hides documents and users of other teams. */
const teamApi = createProjectApi(schema, {
  types: {
    'api::note.note': { canRead: ({ caller }) => caller.kind === 'token' || { team: caller.role } },
    'plugin::users-permissions.user': { canRead: ({ caller }) => ({ role: { type: caller.role } }) },
  },
});

const note = 'api::note.note';
const page = 'api::page.page';
const url = '/api/editor/presence';
const task = 'api::task.task';
const reading = (uid: string): readonly Permission[] =>
  ['find', 'findOne'].map((action) => ({ action: `${uid}.${action}` }));
const update: readonly Permission[] = [note, task, page].flatMap((uid) => [
  ...reading(uid),
  { action: `${uid}.update` },
]);

const member = (permissions = update): Promise<Member> => addEditor(api.service(), permissions);

type As = Exclude<Call['as'], undefined>;
const open = (as: As, data: unknown) => api.put(url, data, { as });
const close = (as: As, data: unknown) => api.delete(url, { as, body: { data } });

const othersOf = async ({ as }: Member, data: object): Promise<readonly string[]> => {
  const { status, body } = await open(as, data);
  expect(status).toBe(200);
  return body.data.map(({ user }: { user: { documentId: string } }) => user.documentId);
};

const newDocument = async (path: string, data: object = {}, as: As = 'full-access'): Promise<string> => {
  const { body, status } = await api.post(`/api/${path}`, data, { as });
  expect(status).toBe(201);
  return body.data.documentId;
};

describe('presence', () => {
  beforeEach(() => vi.useRealTimers());

  it('returns the other users who have the document open, the latest first', async () => {
    const [ada, bob, eve] = [await member(), await member(), await member()];
    const document = { uid: note, documentId: await newDocument('notes') };
    expect(await othersOf(ada, document)).toEqual([]);
    expect(await othersOf(bob, document)).toEqual([ada.documentId]);
    expect(await othersOf(eve, document)).toEqual([bob.documentId, ada.documentId]);
    expect(await othersOf(ada, document)).toEqual([eve.documentId, bob.documentId]);
    const { body } = await open(bob.as, document);
    expect(body.data[0]).toEqual({
      user: { documentId: ada.documentId, username: expect.stringMatching(/^member\d+$/) },
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
  });

  it('keeps documents, types and locales apart', async () => {
    await api.request('POST', '/api/i18n/locales', { body: { code: 'fr' } });
    const [ada, bob] = [await member(), await member()];
    const [first, second] = [await newDocument('pages'), await newDocument('pages')];
    await open(ada.as, { uid: page, documentId: first, locale: 'fr' });
    expect(await othersOf(bob, { uid: page, documentId: second, locale: 'fr' })).toEqual([]);
    expect(await othersOf(bob, { uid: page, documentId: first })).toEqual([]);
    expect(await othersOf(bob, { uid: page, documentId: first, locale: 'fr' })).toEqual([ada.documentId]);
    // Without a locale it is the default one, and a type that is not localized has none.
    expect(await othersOf(ada, { uid: page, documentId: first, locale: 'en' })).toEqual([bob.documentId]);
    const [one, sameId] = [await newDocument('notes'), await newDocument('tasks')];
    const tasks = await api.collection('tasks');
    await tasks.updateOne({ documentId: sameId }, { $set: { documentId: one } });
    await open(ada.as, { uid: note, documentId: one, locale: 'fr' });
    expect(await othersOf(bob, { uid: note, documentId: one, locale: null })).toEqual([ada.documentId]);
    expect(await othersOf(bob, { uid: task, documentId: one })).toEqual([]);
  });

  it('expires after 30 seconds, and MongoDB removes it', async () => {
    const [ada, bob] = [await member(), await member()];
    const document = { uid: note, documentId: await newDocument('notes') };
    const now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now });
    await open(ada.as, document);
    vi.setSystemTime(now + 29_999);
    expect(await othersOf(bob, document)).toEqual([ada.documentId]);
    vi.setSystemTime(now + 30_000);
    expect(await othersOf(bob, document)).toEqual([]);
    const db = await api.service().database.get();
    await prepareIndexes(db, schema);
    const indexes = await db.collection('lectern_presence').indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { until: 1 }, expireAfterSeconds: 0 }));
  });

  it('ends for a user who closes the document', async () => {
    const [ada, bob, eve] = [await member(), await member(), await member()];
    const document = { uid: note, documentId: await newDocument('notes') };
    await open(ada.as, document);
    await open(bob.as, document);
    expect((await close(ada.as, document)).status).toBe(204);
    expect((await close(ada.as, document)).status).toBe(204);
    expect(await othersOf(eve, document)).toEqual([bob.documentId]);
  });

  it('does not return users who are blocked or deleted', async () => {
    const [ada, bob, eve] = [await member(), await member(), await member()];
    const document = { uid: note, documentId: await newDocument('notes') };
    await open(ada.as, document);
    await open(bob.as, document);
    await api.request('PUT', `/api/users/${ada.documentId}`, { body: { blocked: true } });
    await api.delete(`/api/users/${bob.documentId}`);
    expect(await othersOf(eve, document)).toEqual([]);
  });

  it('needs the permissions to read and to update the type, and a login', async () => {
    const documentId = await newDocument('notes');
    const reader = await member([...reading(note), { action: `${page}.update` }]);
    const writer = await member([{ action: `${note}.find` }, { action: `${note}.update` }]);
    for (const { as } of [reader, writer]) expect((await open(as, { uid: note, documentId })).status).toBe(403);
    for (const as of [null, 'full-access'] as const) {
      expect((await open(as, { uid: note, documentId })).status).toBe(401);
      expect((await close(as, { uid: note, documentId })).status).toBe(401);
    }
  });

  it('does not say who edits a document that the user may not update', async () => {
    const ada = await member();
    const documentId = await newDocument('notes', { team: 'red' });
    await open(ada.as, { uid: note, documentId });
    const own = { own: true } as const;
    const author = await member([
      ...reading(note).map((one) => ({ ...one, ...own })),
      ...[{ action: `${note}.update`, ...own }, { action: `${note}.create` }],
    ]);
    const inBlue = { filters: { team: 'blue' } };
    const blue = await member([{ action: `${note}.update`, ...inBlue }, ...reading(note)]);
    const blueReader = await member([
      { action: `${note}.update` },
      ...reading(note).map((one) => ({ ...one, ...inBlue })),
    ]);
    expect((await open(blue.as, { uid: note, documentId })).status).toBe(403);
    for (const { as } of [author, blueReader]) {
      expect((await open(as, { uid: note, documentId })).status).toBe(404);
      expect((await open(as, { uid: note, documentId: 'absent' })).status).toBe(404);
    }
    const ownDocument = { uid: note, documentId: await newDocument('notes', {}, author.as) };
    await open(ada.as, ownDocument);
    expect(await othersOf(author, ownDocument)).toEqual([ada.documentId]);
  });

  it('does not name users whom project code hides, and not for documents that it hides', async () => {
    const service = teamApi.service();
    const [ada, bob] = [await addEditor(service, update), await addEditor(service, update)];
    const { role } = (await teamApi.get('/api/editor', ada)).body.data.user;
    const documentId = await teamApi.create('/api/notes', { team: role.type });
    const sharedPage = { uid: page, documentId: await teamApi.create('/api/pages', {}) };
    const openPage = (member: Member) => teamApi.put(url, sharedPage, { as: member.as });
    const openNote = (member: Member) => teamApi.put(url, { uid: note, documentId }, { as: member.as });
    expect((await openNote(ada)).body).toEqual({ data: [] });
    expect((await openNote(bob)).status).toBe(404);
    await openPage(ada);
    expect((await openPage(bob)).body).toEqual({ data: [] });
    const colleague = await addUser(service, 'colleague', { role: role.documentId });
    const as = { token: await service.access.sessions.issue(colleague, 3600) };
    expect((await teamApi.put(url, sharedPage, { as })).body.data).toMatchObject([
      { user: { documentId: ada.documentId } },
    ]);
  });

  it('is off by configuration', async () => {
    const { as } = await addEditor(silentApi.service(), update);
    const body = { data: { uid: note, documentId: 'x' } };
    for (const method of ['PUT', 'DELETE'])
      expect((await silentApi.request(method, url, { as, body })).body.error).toMatchObject({ status: 404 });
    expect((await silentApi.get('/api/editor', { as })).body.data.settings.presence).toBe(false);
  });

  it.each(['api::x.x', 'plugin::users-permissions.user'])('refuses the type %s', async (uid) => {
    const { as } = await member();
    for (const { status, body } of [
      await open(as, { uid, documentId: 'x' }),
      await close(as, { uid, documentId: 'x' }),
    ])
      expect([status, body.error.message]).toEqual([400, 'data.uid must be the uid of a content type']);
  });

  it('refuses a locale that does not exist', async () => {
    const { as } = await member();
    const { status, body } = await open(as, { uid: page, documentId: 'x', locale: 'xx' });
    expect({ status, details: body.error.details }).toEqual({ status: 400, details: { path: 'locale' } });
  });
});
