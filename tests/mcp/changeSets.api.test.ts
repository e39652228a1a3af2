// What an agent writes is collected in a change set, which people compare, publish in parts, and take back.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createToken } from '../../lib/accounts/tokens/index.ts';
import { removeVersions } from '../../lib/history/index.ts';
import { holdPlanned, openSet, type Agent } from '../../lib/releases/index.ts';
import { typeOf } from '../../lib/schema/index.ts';
import { actionsIn, releasesIn } from '../../lib/releases/storedReleases.ts';
import { runInChangeSet } from '../../lib/write/documents/index.ts';
import { runLoop } from '../background/testWorker.ts';
import { addMember, permit, type Member } from '../setup/accounts.ts';
import {
  componentFile,
  createApi,
  localized,
  relationTo,
  schemaOf,
  testConfig,
  typeFile,
  withDrafts,
} from '../setup/api.ts';
import { sweeperFor } from '../releases/releaseSite.ts';
import { connectAgent, type Agent as Client } from './agentClients.ts';

const text = { type: 'string' } as const;

const schema = schemaOf({
  'article.json': typeFile(
    'article',
    { title: { ...text, required: true }, body: text, section: text, secret: { ...text, private: true } },
    withDrafts,
  ),
  'page.json': typeFile('page', { title: { ...text, ...localized }, code: text }, { ...withDrafts, ...localized }),
  'shelf.json': typeFile('shelf', { books: { ...relationTo('oneToMany', 'book'), mappedBy: 'shelf' } }, withDrafts),
  'book.json': typeFile('book', { shelf: { ...relationTo('manyToOne', 'shelf'), inversedBy: 'books' } }, withDrafts),
  'guest.json': typeFile('guest', { seat: { ...relationTo('oneToOne', 'seat'), mappedBy: 'guest' } }, withDrafts),
  'seat.json': typeFile('seat', { guest: { ...relationTo('oneToOne', 'guest'), inversedBy: 'seat' } }, withDrafts),
  'home.json': typeFile('home', { title: text }, { ...withDrafts, kind: 'singleType' }),
  'essay.json': typeFile(
    'essay',
    { title: text },
    { options: { draftAndPublish: true, review: { stages: ['writing', 'review', 'ready'], publishFrom: 'ready' } } },
  ),
  'components/part/quote.json': componentFile({ text }),
  'components/part/login.json': componentFile({ key: { type: 'password' } }),
  'vault.json': typeFile(
    'vault',
    { text, key: { type: 'password' }, login: { type: 'component', component: 'part.login' } },
    withDrafts,
  ),
  'kit.json': typeFile(
    'kit',
    {
      ...{
        code: { ...text, unique: true },
        data: { type: 'json' },
        quote: { type: 'component', component: 'part.quote' },
      },
      quotes: { type: 'component', component: 'part.quote', repeatable: true },
      zone: { type: 'dynamiczone', components: ['part.quote'] },
      links: relationTo('manyToMany', 'article'),
    },
    withDrafts,
  ),
  'diary.json': typeFile('diary', { text }),
  'scrap.json': typeFile('scrap', { text }, { options: { draftAndPublish: true, history: false } }),
});

const config = { ...testConfig, agents: { writesPerSession: 7, costPerHour: 60 } };

const api = createApi(schema, config);
const [articles, pages, home] = ['api::article.article', 'api::page.page', 'api::home.home'] as const;
const path = '/api/content-releases';
const writing = [
  'article',
  'book',
  'essay',
  'guest',
  'kit',
  'seat',
  'shelf',
  'vault',
  'page',
  'home',
  'diary',
  'scrap',
].flatMap((type) =>
  ['find', 'findOne', 'create', 'update', 'versions'].map((action) => `api::${type}.${type}.${action}`),
);

let tokens = 0;
let name: string;
let agent: Client;

const connect = async (more: readonly string[] = []): Promise<Client> => {
  name = `Robot ${++tokens}`;
  const permissions = [...writing, ...more];
  const { accessKey } = await createToken(api.service(), { name, type: 'custom', permissions });
  return connectAgent(api, accessKey);
};

beforeAll(async () => {
  await api.request('POST', '/api/i18n/locales', { body: { code: 'fr', name: 'fr' } });
});

beforeEach(async () => {
  agent = await connect();
});

interface Written {
  readonly documentId: string;
  readonly set: number;
}

/** @throws Error if the tool refuses it */
const write = async (tool: string, args: Record<string, unknown>, client = agent): Promise<Written> => {
  const { isError, json } = await client.call(tool, args);
  if (isError) throw new Error(JSON.stringify(json));
  return { documentId: json.document.documentId, set: json.changeSet };
};

const create = (title: string, client = agent) =>
  write('create_document', { type: 'articles', data: { title } }, client);
const change = (documentId: string, data: object, client = agent) =>
  write('update_document', { type: 'articles', documentId, data }, client);
const draft = (title: string, more: object = {}) => api.create('/api/articles?status=draft', { title, ...more });
const edit = (documentId: string, data: object) => api.put(`/api/articles/${documentId}?status=draft`, data);
const readDraft = async (documentId: string) =>
  (await api.get(`/api/articles/${documentId}?status=draft`)).body.data as Record<string, unknown>;
const statusOf = async (documentId: string) =>
  (await (await api.collection('articles')).findOne({ documentId }))?.draftStatus as string;
const isLive = async (documentId: string) => (await api.get(`/api/articles/${documentId}`)).status === 200;

const release = async (set: number, as?: Member['as']) =>
  (await api.get(`${path}/${set}`, as === undefined ? {} : { as })).body.data;
const actionsOf = async (set: number) => (await api.get(`${path}/${set}/actions`)).body.data;
const changesOf = async (set: number, as?: Member['as']) =>
  (await api.get(`${path}/${set}/actions`, as === undefined ? {} : { as })).body.data.map(
    ({ change: found }: { change?: unknown }) => found,
  );
/** The differences of an article since a version, as the editor and other clients find them. */
const differencesSince = async (documentId: string, before: number) =>
  (await api.get(`/api/articles/${documentId}/versions/compare?from=${before}`)).body.data.map(
    ({ path: at, from, to }: Record<string, unknown>) => [at, from, to],
  );
const actionOf = async (set: number, documentId: string): Promise<number> =>
  (await actionsOf(set)).find((one: { entryDocumentId: string }) => one.entryDocumentId === documentId)?.id;
const post = (set: number, operation: string, body: object = {}, call: object = {}) =>
  api.request('POST', `${path}/${set}/${operation}`, { body, ...call });

const inDatabase = () => api.service().database.get();

/** Lets the last write of a session be so many minutes ago. */
const age = async (set: number, minutes: number): Promise<void> => {
  const $set = { 'agent.writtenAt': new Date(Date.now() - minutes * 60_000) };
  await releasesIn(await inDatabase()).updateOne({ _id: set }, { $set });
};

describe('a session', () => {
  it('collects what the agent writes in one release, which is named after it', async () => {
    const edited = await draft('Old');
    const { set, documentId } = await create('New');
    await change(edited, { title: 'Newer' });
    await write('update_document', { type: 'home', data: { title: 'Welcome' } });
    expect((await change(edited, { body: 'More' })).set).toBe(set);
    expect(await release(set)).toMatchObject({
      name: expect.stringMatching(new RegExp(`^${name} · \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d$`)),
      status: 'ready',
      actions: { meta: { count: 3 } },
      agent: { name, by: null },
    });
    const actions = await actionsOf(set);
    expect(actions.map((one: Record<string, unknown>) => [one.contentType, one.title, one.type])).toEqual([
      [articles, 'New', 'publish'],
      [articles, 'Newer', 'publish'],
      [home, 'Welcome', 'publish'],
    ]);
    expect(actions[0]).toMatchObject({ entryDocumentId: documentId, isEntryValid: true });
    expect(await isLive(documentId)).toBe(false);
  });

  it.each([
    [59, true],
    [61, false],
  ])('goes on %i minutes after a write: %s', async (minutes, isSame) => {
    const { set } = await create('First');
    await age(set, minutes);
    const { set: next } = await create('Second');
    expect(next === set).toBe(isSame);
  });

  it('is one, also if two calls begin it at once', async () => {
    const written = await Promise.all(['A', 'B', 'C'].map((title) => create(title)));
    expect(new Set(written.map(({ set }) => set)).size).toBe(1);
    expect((await actionsOf(written[0]?.set ?? 0)).length).toBe(3);
  });

  it('begins again after a person has published, discarded, planned or deleted all of it', async () => {
    const sets = new Set<number>();
    const ends = [
      (set: number) => post(set, 'publish'),
      (set: number) => post(set, 'discard'),
      (set: number) => api.request('DELETE', `${path}/${set}`),
      (set: number) =>
        api.request('PUT', `${path}/${set}`, { body: { scheduledAt: '2040-01-01T10:00', timezone: 'UTC' } }),
    ];
    for (const [index, end] of ends.entries()) {
      const { set } = await create(`Round ${index}`);
      sets.add(set);
      expect((await end(set)).status).toBe(200);
    }
    sets.add((await create('Last')).set);
    expect(sets.size).toBe(ends.length + 1);
  });

  it('leaves no release behind if all of its writes are refused, or taken back', async () => {
    const db = await inDatabase();
    const refused = await agent.call('create_document', { type: 'articles', data: { title: 7 } });
    expect(refused.isError).toBe(true);
    const { _id } = (await releasesIn(db).findOne({ 'agent.name': name })) ?? {};
    const { set } = await create('First');
    expect(set).toBe(_id);
    await post(set, 'discard');
    const sweep = async () => {
      await releasesIn(db).updateOne({ _id: set }, { $set: { due: new Date(1) } });
      await sweeperFor(api.service()).sweep();
      return releasesIn(db).countDocuments({ _id: set });
    };
    expect(await sweep()).toBe(1);
    await age(set, 61);
    expect(await sweep()).toBe(0);
  });

  it('takes so many writes, and says what a person can do', async () => {
    const { set } = await create('One');
    for (let count = 2; count <= 7; count++) await create(`Number ${count}`);
    const { isError, json } = await agent.call('create_document', { type: 'articles', data: { title: 'Eight' } });
    expect({ isError, status: json.status }).toEqual({ isError: true, status: 429 });
    expect(json.error).toMatch(new RegExp(`publish or discard.*release ${set}`));
    expect((await actionsOf(set)).length).toBe(7);
    await post(set, 'discard');
    expect((await create('Eight')).set).not.toBe(set);
  });

  it('goes on in another set if one has as many documents as a release can have', async () => {
    const { set } = await create('Full');
    await releasesIn(await inDatabase()).updateOne({ _id: set }, { $set: { actionCount: 500 } });
    const { set: next } = await create('Next');
    expect(next).not.toBe(set);
    // Its writes still count, until a person has decided.
    for (let count = 3; count <= 7; count++) expect((await create(`Number ${count}`)).set).toBe(next);
    const eight = () => agent.call('create_document', { type: 'articles', data: { title: 'Eight' } });
    expect((await eight()).json.status).toBe(429);
    await releasesIn(await inDatabase()).updateOne({ _id: next }, { $set: { actionCount: 500 } });
    expect((await eight()).json).toMatchObject({
      status: 429,
      error: expect.stringMatching(new RegExp(`release ${next}$`)),
    });
    await post(next, 'publish');
    await post(set, 'discard');
    expect((await eight()).isError).toBe(false);
  });

  it.each<[name: string, args?: Record<string, unknown>]>([
    ['read_document', { type: 'home' }],
    // They ask nothing of REST.
    ['list_types'],
    ['list_documents', { type: 'absent' }],
  ])('calls %s only so often in an hour', async (tool, args) => {
    const statuses: unknown[] = [];
    for (let count = 0; count < 62; count++) statuses.push((await agent.call(tool, args)).json.status);
    expect(statuses.indexOf(429)).toBe(60);
    await expect((await connect()).call('list_documents', { type: 'articles' })).resolves.toMatchObject({
      isError: false,
    });
  });

  it('counts what a read costs', async () => {
    const filters = { body: { $contains: 'x' } };
    const rows = Array.from({ length: 40 }, (_, index) => ({ create: { data: { title: `Costly ${index}` } } }));
    await api.request('POST', '/api/articles/actions/bulk?status=draft', { body: { data: rows } });
    const counters = await api.collection<{ count: number }>('lectern_attempts');
    await counters.deleteMany({});
    await agent.call('read_document', { type: 'home' });
    const count = async () => (await counters.find().toArray()).map((one) => one.count);
    expect(await count()).toEqual([1]);
    await agent.call('list_documents', { type: 'articles', filters });
    expect((await count())[0]).toBeGreaterThan(2);
  });
});

it('a write that its process did not add to the set is added by the relay', async () => {
  const { set } = await create('Before');
  const documentId = await runInChangeSet(set, () => draft('Lost'));
  const overwritten = await runInChangeSet(set, () => draft('Lost too'));
  await edit(overwritten, { title: 'Found' });
  expect((await actionsOf(set)).length).toBe(1);
  await runLoop(api.service());
  expect((await actionsOf(set)).map((one: { title: string }) => one.title)).toEqual(['Before', 'Lost', 'Found']);
  expect((await post(set, 'discard')).body.meta).toEqual({
    discarded: 2,
    left: [
      { actionId: await actionOf(set, overwritten), message: expect.stringMatching(/changed the document since/) },
    ],
  });
  expect((await api.get(`/api/articles/${documentId}?status=draft`)).status).toBe(404);
  await runLoop(api.service());
  expect((await actionsOf(set)).length).toBe(1);
});

it('what the relay finds after its set was published is in the set of another session', async () => {
  const { set } = await create('Before');
  await post(set, 'publish');
  const documentId = await runInChangeSet(set, () => draft('Late'));
  await runLoop(api.service());
  const action = await actionsIn(await inDatabase()).findOne({ documentId });
  expect(action?.release).not.toBe(set);
  expect((await release(action?.release ?? 0)).agent.name).toBe(name);
  expect((await post(action?.release ?? 0, 'discard')).body.meta).toEqual({ discarded: 1, left: [] });
});

describe('the changes of a set', () => {
  it('are since the version before the first write of the agent', async () => {
    const documentId = await draft('Old', { body: 'Same', secret: 'key' });
    const { set } = await change(documentId, { title: 'Newer' });
    await change(documentId, { title: 'Newest', section: 'news' });
    const { documentId: made } = await create('Made');
    expect(await changesOf(set)).toEqual([
      { created: false, before: 1, left: null, version: 3 },
      { created: true, before: null, left: null, version: 1 },
    ]);
    expect(await differencesSince(documentId, 1)).toEqual([
      ['title', 'Old', 'Newest'],
      ['section', null, 'news'],
    ]);
    await edit(documentId, { body: 'By a person' });
    await api.request('POST', `/api/articles/${made}/actions/publish`);
    expect(await changesOf(set)).toEqual([
      { created: false, before: 1, version: 4, left: expect.stringMatching(/changed the document since/) },
      { created: true, before: null, version: 2, left: expect.stringMatching(/published or unpublished/) },
    ]);
  });

  it('are those that the caller may see', async () => {
    const documentId = await draft('Seen', { secret: 'key', section: 'news' });
    const hidden = await draft('Hidden', { section: 'sport' });
    const { set } = await change(documentId, { title: 'Still seen' });
    await change(hidden, { title: 'Still hidden' });
    const reading = permit(articles, ['find', 'findOne', 'update', 'publish', 'versions'], {
      filters: { section: { $eq: 'news' } },
    });
    const member = await addMember(api.service(), reading);
    expect(await release(set, member.as)).toMatchObject({
      agent: { name, by: null },
      actions: { meta: { count: 1, hidden: 1 } },
    });
    expect(await changesOf(set, member.as)).toEqual([{ created: false, before: 1, left: null, version: 2 }]);
    const reader = await addMember(api.service(), permit(articles, ['find', 'findOne', 'publish']));
    const replies = ['', '/actions'].map((end) => api.get(`${path}/${set}${end}`, { as: reader.as }));
    expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([404, 404]);
  });

  it('are named by the versions of the agent, for callers who may read the release', async () => {
    const documentId = await draft('Old');
    const { set } = await change(documentId, { title: 'New' });
    await edit(documentId, { title: 'By a person' });
    await runLoop(api.service());
    const permissions = ['find', 'findOne', 'update', 'versions'];
    const [editor, publisher] = [
      await addMember(api.service(), permit(articles, permissions)),
      await addMember(api.service(), permit(articles, [...permissions, 'publish'])),
    ];
    const setsOf = async (as?: Member['as']) =>
      (await api.get(`/api/articles/${documentId}/versions`, as === undefined ? {} : { as })).body.data.map(
        ({ changeSet }: { changeSet: unknown }) => changeSet,
      );
    expect([await setsOf(), await setsOf(publisher.as), await setsOf(editor.as)]).toEqual([
      [null, set, null],
      [null, set, null],
      [null, null, null],
    ]);
    const read = await api.get(`/api/articles/${documentId}/versions/2`);
    expect(read.body.meta.version.changeSet).toBe(set);
    await post(set, 'discard');
    await api.request('DELETE', `${path}/${set}`);
    expect(await setsOf()).toEqual([null, null, null]);
  });

  it('are of each locale that the agent has changed', async () => {
    const documentId = await api.create('/api/pages?status=draft', { title: 'English', code: 'a' });
    await api.put(`/api/pages/${documentId}?status=draft&locale=fr`, { title: 'French' });
    const place = { type: 'pages', documentId };
    const { set } = await write('update_document', { ...place, locale: 'fr', data: { title: 'Français' } });
    expect((await actionsOf(set)).map((one: { locale: string }) => one.locale)).toEqual(['fr']);
    await write('update_document', { ...place, locale: 'fr', data: { code: 'b' } });
    expect((await actionsOf(set)).map((one: { locale: string }) => one.locale)).toEqual(['fr', 'en']);
    expect(await changesOf(set)).toMatchObject([
      { before: 1, left: null },
      { before: 1, left: null },
    ]);
    expect((await post(set, 'discard')).body.meta).toEqual({ discarded: 2, left: [] });
    const read = async (locale: string) =>
      (await api.get(`/api/pages/${documentId}?status=draft&locale=${locale}`)).body.data;
    expect([await read('en'), await read('fr')]).toMatchObject([
      { title: 'English', code: 'a' },
      { title: 'French', code: 'a' },
    ]);
  });

  it('are shown as a page before they are published', async () => {
    const { set, documentId } = await create('On the page');
    const { body } = await api.get(`/api/articles/${documentId}?status=draft&release=${set}`);
    expect(body.data.title).toBe('On the page');
    const { body: list } = await api.get(`/api/articles?release=${set}&filters[title][$eq]=On the page&status=draft`);
    expect(list.data.length).toBe(1);
  });
});

describe('a part of a set', () => {
  it('is published by itself, as a release of its own, and the rest stays', async () => {
    const [one, two, three] = [await create('One'), await create('Two'), await create('Three')];
    const { set } = one;
    const chosen = [await actionOf(set, one.documentId), await actionOf(set, three.documentId)];
    const { status, body } = await post(set, 'publish', { actions: chosen });
    expect([status, body.meta.totalPublishedEntries]).toEqual([200, 2]);
    expect(body.data).toMatchObject({ status: 'done', agent: { name } });
    expect(body.data.id).not.toBe(set);
    expect(await Promise.all([one, two, three].map(({ documentId }) => isLive(documentId)))).toEqual([
      true,
      false,
      true,
    ]);
    expect((await actionsOf(set)).map((action: { title: string }) => action.title)).toEqual(['Two']);
    await runLoop(api.service());
    expect((await actionsOf(set)).length).toBe(1);
    // The session goes on, also in a document that is published.
    expect((await change(one.documentId, { title: 'One again' })).set).toBe(set);
    const again = (await changesOf(set))[1];
    expect(again).toMatchObject({ created: false, left: null });
    expect(await differencesSince(one.documentId, again.before)).toEqual([['title', 'One', 'One again']]);
    expect((await post(set, 'discard', { actions: [await actionOf(set, one.documentId)] })).body.meta.discarded).toBe(
      1,
    );
    expect(await readDraft(one.documentId)).toMatchObject({ title: 'One' });
    expect(await statusOf(one.documentId)).toBe('published');
  });

  it('that is published and written again has the changes since', async () => {
    const { set, documentId } = await create('Once');
    await create('Beside');
    await post(set, 'publish', { actions: [await actionOf(set, documentId)] });
    await change(documentId, { title: 'Twice' });
    const [, again] = await changesOf(set);
    expect(again).toMatchObject({ created: false, left: null });
    expect(await differencesSince(documentId, again.before)).toEqual([['title', 'Once', 'Twice']]);
  });

  it('is published only as the person has read it', async () => {
    const [one, two] = [await create('Read'), await create('Beside')];
    const { set } = one;
    const actions = await actionsOf(set);
    const versions = Object.fromEntries(
      actions.map(({ id, change: { version } }: { id: number; change: { version: number } }) => [id, version]),
    );
    await change(one.documentId, { title: 'Written since' });
    const [first, second] = await Promise.all([one, two].map(({ documentId }) => actionOf(set, documentId)));
    for (const body of [{ versions }, { actions: [first], versions }])
      expect((await post(set, 'publish', body)).status).toBe(409);
    expect([await isLive(one.documentId), await isLive(two.documentId)]).toEqual([false, false]);
    expect((await post(set, 'publish', { actions: [second], versions })).status).toBe(200);
    const [{ id, change: now }] = await actionsOf(set);
    expect((await post(set, 'publish', { versions: { [id]: now.version } })).status).toBe(200);
    expect([await isLive(one.documentId), await isLive(two.documentId)]).toEqual([true, true]);
  });

  it('never goes live with what the agent writes while it is published', async () => {
    for (let round = 0; round < 5; round++) {
      agent = await connect();
      const { set, documentId } = await create(`Round ${round}`);
      const { id, change: read } = (await actionsOf(set)).at(-1);
      const [published, ...written] = await Promise.all([
        post(set, 'publish', { actions: [id], versions: { [id]: read.version } }),
        ...[1, 2].map((time) =>
          agent.call('update_document', { type: 'articles', documentId, data: { title: `${time}` } }),
        ),
      ]);
      expect(written.map(({ isError }) => isError)).toEqual([false, false]);
      const { status, body } = await api.get(`/api/articles/${documentId}`);
      expect([published.status, status, body.data?.title]).toEqual(
        published.status === 200 ? [200, 200, `Round ${round}`] : [409, 404, undefined],
      );
    }
  });

  it('is published as a whole or not at all', async () => {
    const [good, bad] = [await create('Good'), await create('Bad')];
    const { set } = good;
    await write('update_document', { type: 'articles', documentId: bad.documentId, data: { title: null } });
    const chosen = await Promise.all([good, bad].map(({ documentId }) => actionOf(set, documentId)));
    const { status, body } = await post(set, 'publish', { actions: chosen });
    expect([status, body.error.details.errors[0].path]).toEqual([400, [String(chosen[1]), 'title']]);
    expect([await isLive(good.documentId), (await actionsOf(set)).length]).toEqual([false, 2]);
    expect((await post(set, 'publish', { actions: [chosen[0]] })).status).toBe(200);
  });

  it.each([[{ versions: [1] }], [{ versions: { 1: 'x' } }], [{ versions: { 1: 1.5 } }]])(
    '%o is a 400',
    async (body) => {
      const { set } = await create('Read');
      expect((await post(set, 'publish', body)).status).toBe(400);
    },
  );

  it.each([[{ actions: [] }], [{ actions: ['x'] }], [{ actions: [999_999] }], [{ action: [1] }]])(
    '%o is a 400',
    async (body) => {
      const { set } = await create('Chosen');
      for (const operation of ['publish', 'discard']) expect((await post(set, operation, body)).status).toBe(400);
      expect((await actionsOf(set)).length).toBe(1);
    },
  );

  it('can be one of any release', async () => {
    const { body } = await api.request('POST', path, { body: { name: 'Spring' } });
    const ids = [await draft('First'), await draft('Second')];
    for (const entryDocumentId of ids)
      await api.request('POST', `${path}/${body.data.id}/actions`, {
        body: { type: 'publish', contentType: articles, entryDocumentId },
      });
    await post(body.data.id, 'publish', { actions: [await actionOf(body.data.id, ids[0] ?? '')] });
    expect(await Promise.all(ids.map(isLive))).toEqual([true, false]);
    expect(await release(body.data.id)).not.toHaveProperty('agent');
  });
});

it('nobody gets mail about drafts that an agent is still writing, until a person plans them', async () => {
  const { set, documentId } = await create('Unfinished');
  await change(documentId, { title: null });
  const stored = async () => releasesIn(await inDatabase()).findOne({ _id: set });
  const sweep = (at: string) => sweeperFor(api.service(), () => new Date(at)).sweep();
  await sweep('2039-01-01');
  expect(await stored()).toMatchObject({ status: 'blocked' });
  expect(await stored()).not.toHaveProperty('notified');
  await api.request('PUT', `${path}/${set}`, { body: { scheduledAt: '2039-06-01T10:00', timezone: 'UTC' } });
  await sweep('2039-06-01T09:30');
  expect(await stored()).toHaveProperty('notified');
});

describe('rights', () => {
  const all = ['find', 'findOne', 'update', 'publish', 'versions', 'delete'];
  const releases = permit('plugin::content-releases', ['read', 'update', 'publish']);

  it('are those of whoever publishes: the agent needs none, and they must have them', async () => {
    const { set, documentId } = await create('Rights');
    const editor = await addMember(api.service(), [
      ...permit(articles, ['find', 'findOne', 'update']),
      ...permit(pages, ['publish']),
      ...releases,
    ]);
    expect((await post(set, 'publish', {}, { as: editor.as })).status).toBe(403);
    const publisher = await addMember(api.service(), [...permit(articles, all), ...releases]);
    expect((await post(set, 'publish', {}, { as: publisher.as })).status).toBe(200);
    expect(await isLive(documentId)).toBe(true);
    const { body } = await api.get(`/api/articles/${documentId}/versions`);
    expect(body.data[0]).toMatchObject({ via: 'release', updatedBy: { documentId: publisher.documentId } });
  });

  it('a token does not own its set, so it cannot delete it', async () => {
    const type = ['find', 'findOne', 'create', 'update', 'publish'].map((action) => `${articles}.${action}`);
    const { accessKey } = await createToken(api.service(), { name: 'Publisher', type: 'custom', permissions: type });
    const { set } = await create('Unseen', await connectAgent(api, accessKey));
    const as = { token: accessKey };
    expect((await api.get(`${path}/${set}`, { as })).body.data.isOwn).toBe(false);
    expect((await api.request('DELETE', `${path}/${set}`, { as })).status).toBe(403);
  });

  it('do not reach hidden documents, which stay in the set', async () => {
    const { set, documentId } = await create('News');
    await change(documentId, { section: 'news' });
    const { documentId: hidden } = await create('Hidden');
    const news = await addMember(api.service(), [
      ...permit(articles, all, { filters: { section: { $eq: 'news' } } }),
      ...releases,
    ]);
    const { status, body } = await post(set, 'publish', {}, { as: news.as });
    expect([status, JSON.stringify(body).includes('idden')]).toEqual([400, false]);
    expect((await post(set, 'discard', { actions: [await actionOf(set, hidden)] }, { as: news.as })).status).toBe(400);
    expect((await post(set, 'publish', { actions: [await actionOf(set, documentId)] }, { as: news.as })).status).toBe(
      200,
    );
    expect([await isLive(documentId), await isLive(hidden)]).toEqual([true, false]);
  });

  it('say nothing of a document that somebody has taken over, and may not read any more', async () => {
    const documentId = await draft('News', { section: 'news' });
    const { set } = await change(documentId, { title: 'More news' });
    const news = permit(articles, all, { filters: { section: { $eq: 'news' } } });
    const { as } = await addMember(api.service(), [...news, ...releases]);
    const action = await actionOf(set, documentId);
    const body = { type: 'publish' };
    expect((await api.request('PUT', `${path}/${set}/actions/${action}`, { body, as })).status).toBe(200);
    await edit(documentId, { section: 'sport' });
    expect((await api.get(`${path}/${set}/actions`, { as })).body.data).toMatchObject([{ id: action, title: null }]);
    expect(await changesOf(set, as)).toEqual([undefined]);
    expect((await post(set, 'discard', {}, { as })).body.meta).toEqual({ discarded: 0, left: [] });
  });

  it('the person of an agent sees and discards its set, without the right to publish', async () => {
    const person = await addMember(
      api.service(),
      permit(articles, ['find', 'findOne', 'create', 'update', 'versions', 'delete']),
    );
    expect((await api.get(path, { as: person.as })).status).toBe(403);
    const robot: Agent = { name: 'Robot', by: 'Ann', owner: person.documentId };
    const set = await openSet(api.service(), 'a grant', () => robot);
    await runInChangeSet(set, () => api.create('/api/articles?status=draft', { title: 'Theirs' }, { as: person.as }));
    await runLoop(api.service());
    const { body } = await api.get(path, { as: person.as });
    // The role does not open the editor, so it learns no names.
    expect(body.data[0]).toMatchObject({ id: set, isOwn: true, name: expect.stringMatching(/^Robot · \d/) });
    expect(await release(set)).toMatchObject({
      name: expect.stringMatching(/^Robot · Ann · \d/),
      agent: { by: 'Ann' },
    });
    expect((await post(set, 'publish', {}, { as: person.as })).status).toBe(403);
    expect((await post(set, 'discard', {}, { as: person.as })).body.meta).toEqual({ discarded: 1, left: [] });
  });

  it('of a deleted user does not keep the name of the user, also in what was published of it', async () => {
    const { documentId: owner } = await addMember(api.service(), permit(articles, all));
    const set = await openSet(api.service(), 'another grant', () => ({ name: 'Robot', by: 'Bo $& Co', owner }));
    const ids = [await runInChangeSet(set, () => draft('One')), await runInChangeSet(set, () => draft('Two'))];
    await runLoop(api.service());
    const part = (await post(set, 'publish', { actions: [await actionOf(set, ids[0] ?? '')] })).body.data.id;
    const namesOf = async () =>
      (await Promise.all([set, part].map((id) => release(id)))).map(({ name: whole, agent: { by } }) => [whole, by]);
    const withName = [expect.stringMatching(/^Robot · Bo \$& Co · \d/), 'Bo $& Co'];
    expect(await namesOf()).toEqual([withName, withName]);
    const user = await (await api.collection('up_users')).findOne({ documentId: owner });
    expect((await api.request('DELETE', `/api/users/${user?.published?.id}`)).status).toBe(200);
    const withoutName = [expect.stringMatching(/^Robot · \d/), null];
    expect(await namesOf()).toEqual([withoutName, withoutName]);
  });

  it('of whoever plans a set count when it is executed', async () => {
    const { set, documentId } = await create('Planned');
    const publisher = await addMember(api.service(), [...permit(articles, all), ...releases]);
    const body = { scheduledAt: '2040-01-01T10:00:00.000Z', timezone: 'UTC' };
    expect((await api.request('PUT', `${path}/${set}`, { body, as: publisher.as })).status).toBe(200);
    const [action] = await actionsIn(await inDatabase())
      .find({ release: set })
      .toArray();
    expect(action?.author).toBe(publisher.documentId);
    const sweeper = sweeperFor(api.service(), () => new Date('2040-01-02'));
    await sweeper.sweep();
    expect([(await release(set)).status, await isLive(documentId)]).toEqual(['done', true]);
  });

  it('of whoever has planned a document end when an agent changes it', async () => {
    const documentId = await draft('Approved');
    const plan = { scheduledAt: '2041-01-01T10:00:00.000Z', timezone: 'UTC' };
    const url = `/api/articles/${documentId}/schedule`;
    await api.request('PUT', url, { body: plan });
    const { set } = await change(documentId, { title: 'Injected' });
    expect((await api.get(url)).body.data[0]).toMatchObject({ status: 'blocked', reasons: [{ code: 'author' }] });
    await sweeperFor(api.service(), () => new Date('2041-01-02')).sweep();
    expect(await isLive(documentId)).toBe(false);
    expect((await actionsOf(set)).length).toBe(1);
    await api.request('PUT', url, { body: plan });
    expect((await api.get(url)).body.data[0].status).toBe('ready');
    await runLoop(api.service());
    expect((await api.get(url)).body.data[0].status).toBe('ready');
  });

  it('of whoever has planned a document stay when the write is refused', async () => {
    const documentId = await draft('Approved');
    const url = `/api/articles/${documentId}/schedule`;
    await api.request('PUT', url, { body: { scheduledAt: '2042-01-01T10:00:00.000Z', timezone: 'UTC' } });
    const args = { type: 'articles', documentId, data: { absent: 1 } };
    expect((await agent.call('update_document', args)).isError).toBe(true);
    expect((await api.get(url)).body.data[0].status).toBe('ready');
  });

  it('stay ended when one of two writes at once is refused', async () => {
    const documentId = await draft('Approved');
    const url = `/api/articles/${documentId}/schedule`;
    await api.request('PUT', url, { body: { scheduledAt: '2044-01-01T10:00:00.000Z', timezone: 'UTC' } });
    const type = typeOf(schema, articles);
    const giveBack = await holdPlanned(api.service(), type, documentId);
    const last = await holdPlanned(api.service(), type, documentId);
    await giveBack();
    expect((await api.get(url)).body.data[0].status).toBe('blocked');
    await last();
    expect((await api.get(url)).body.data[0].status).toBe('blocked');
  });

  it('let no planned release publish what an agent writes at its moment, or what its process did not collect', async () => {
    for (let round = 0; round < 10; round++) {
      agent = await connect();
      const documentId = await draft('Approved');
      await change(documentId, { body: 'Seen' });
      const url = `/api/articles/${documentId}/schedule`;
      const at = new Date(Date.UTC(2043, 0, round + 1, 10));
      await api.request('PUT', url, { body: { scheduledAt: at.toISOString(), timezone: 'UTC' } });
      const sweep = () => sweeperFor(api.service(), () => new Date(at.getTime() + 60_000)).sweep();
      await Promise.all([change(documentId, { title: 'Injected' }), sweep()]);
      await sweep();
      const { body } = await api.get(`/api/articles/${documentId}`);
      expect([undefined, 'Approved']).toContain(body.data?.title);
    }
  });
});

describe('discarding', () => {
  it('takes the sets of a document back one after the other, the last one first', async () => {
    const documentId = await draft('Of a person');
    const sets: number[] = [];
    for (const title of ['Monday', 'Tuesday', 'Wednesday']) {
      sets.push((await change(documentId, { title })).set);
      agent = await connect();
    }
    expect((await post(sets[0] ?? 0, 'discard')).body.meta.discarded).toBe(0);
    const titles: unknown[] = [];
    for (const set of sets.toReversed()) {
      expect((await post(set, 'discard')).body.meta).toEqual({ discarded: 1, left: [] });
      titles.push((await readDraft(documentId)).title);
    }
    expect(titles).toEqual(['Tuesday', 'Monday', 'Of a person']);
  });

  it('puts each draft back as it was, and removes created documents', async () => {
    const [modified, clean] = [
      await draft('Draft', { body: 'Old' }),
      await api.create('/api/articles', { title: 'Published' }),
    ];
    const { set } = await change(modified, { title: 'Changed', body: null });
    await change(clean, { title: 'Changed' });
    const { documentId: made } = await create('Made');
    const { body } = await post(set, 'discard');
    expect(body).toMatchObject({
      data: { status: 'empty', agent: { name } },
      meta: { discarded: 3, left: [] },
    });
    expect(await readDraft(modified)).toMatchObject({ title: 'Draft', body: 'Old' });
    expect(await readDraft(clean)).toMatchObject({ title: 'Published' });
    expect(await statusOf(clean)).toBe('published');
    expect(
      (await api.get('/api/trash?type=api::article.article')).body.data.map((one: Written) => one.documentId),
    ).toContain(made);
    // The events of the writes come after the discard.
    await runLoop(api.service());
    expect((await actionsOf(set)).length).toBe(0);
    expect((await post(set, 'discard')).body.meta).toEqual({ discarded: 0, left: [] });
  });

  it('empties what had no value before', async () => {
    const documentId = await api.create('/api/kits?status=draft', {});
    const read = async () => (await api.get(`/api/kits/${documentId}?status=draft&populate=*`)).body.data;
    const before = { ...(await read()), updatedAt: expect.any(String) };
    const one = { text: 'A' };
    const zone = [{ __component: 'part.quote', ...one }];
    const data = { code: 'a', data: [1], quote: one, quotes: [one], zone, links: [await draft('Linked')] };
    const { set } = await write('update_document', { type: 'kits', documentId, data });
    expect(await read()).toMatchObject({ code: 'a', data: [1], quotes: [one], zone });
    expect((await post(set, 'discard')).body.meta).toEqual({ discarded: 1, left: [] });
    expect(await read()).toEqual(before);
  });

  it('gives unique values back that another document of the set has', async () => {
    const ids = [
      await api.create('/api/kits?status=draft', { code: 'first' }),
      await api.create('/api/kits?status=draft', { code: 'second' }),
      await api.create('/api/kits?status=draft', { code: 'third' }),
    ];
    let set = 0;
    for (const [index, code] of ['fourth', 'first', 'second'].entries())
      ({ set } = await write('update_document', { type: 'kits', documentId: ids[index], data: { code } }));
    expect((await post(set, 'discard')).body.meta).toEqual({ discarded: 3, left: [] });
    const codes = ids.map(async (id) => (await api.get(`/api/kits/${id}?status=draft`)).body.data.code);
    expect(await Promise.all(codes)).toEqual(['first', 'second', 'third']);
  });

  it("leaves documents that have each other's unique value, and says so", async () => {
    const ids = [
      await api.create('/api/kits?status=draft', { code: 'left' }),
      await api.create('/api/kits?status=draft', { code: 'right' }),
    ];
    let set = 0;
    for (const [index, code] of [
      [0, 'between'],
      [1, 'left'],
      [0, 'right'],
    ] as const)
      ({ set } = await write('update_document', { type: 'kits', documentId: ids[index], data: { code } }));
    const { discarded, left } = (await post(set, 'discard')).body.meta;
    expect(discarded).toBe(0);
    expect(left.map(({ message }: { message: string }) => message)).toEqual([
      'code: This attribute must be unique',
      'code: This attribute must be unique',
    ]);
    // A person frees one of the values.
    await api.put(`/api/kits/${ids[1]}?status=draft`, { code: 'free' });
    expect((await post(set, 'discard')).body.meta).toMatchObject({
      discarded: 1,
      left: [{ message: expect.any(String) }],
    });
    const codes = ids.map(async (id) => (await api.get(`/api/kits/${id}?status=draft`)).body.data.code);
    expect(await Promise.all(codes)).toEqual(['left', 'free']);
  });

  it('moves drafts back to the stage in which the agent found them, unless a person has moved them', async () => {
    const robot = await connect(['api::essay.essay.review']);
    const stagesOf = async () => {
      const stored = await (await api.collection('essays')).find({ documentId: { $in: ids } }).toArray();
      return ids.map((id) => stored.find(({ documentId }) => documentId === id)?.strapi_stage);
    };
    const move = (documentId: string, stage: string) =>
      api.request('PUT', `/api/essays/${documentId}/stage`, { body: { data: { name: stage } } });
    const ids: string[] = [];
    for (const title of ['Approved', 'Asked', 'Decided', 'Only moved', 'Approved too'])
      ids.push(await api.create('/api/essays?status=draft', { title }));
    const [approved = '', forReview = '', decided = '', moved = '', other = ''] = ids;
    for (const id of [approved, other]) await move(id, 'ready');
    const change = (documentId: string, client: Client) =>
      write('update_document', { type: 'essays', documentId, data: { title: 'By the agent' } }, client);
    // An agent that may not move a draft puts it back when it changes it.
    const { set: first } = await change(approved, agent);
    await change(other, agent);
    const { set: second } = await change(forReview, robot);
    await change(decided, robot);
    for (const documentId of [forReview, decided, moved])
      expect((await robot.call('review', { type: 'essays', documentId, stage: 'review' })).isError).toBe(false);
    await runLoop(api.service());
    await move(decided, 'ready');
    expect(await stagesOf()).toEqual(['writing', 'review', 'ready', 'review', 'writing']);
    expect((await actionsOf(second)).length).toBe(2);
    const { as } = await addMember(api.service(), [
      ...permit('api::essay.essay', ['find', 'findOne', 'update', 'publish', 'versions']),
      ...permit('plugin::content-releases', ['update']),
    ]);
    const actions = [await actionOf(first, other)];
    expect((await post(first, 'discard', { actions }, { as })).body.meta).toEqual({ discarded: 1, left: [] });
    for (const set of [first, second]) expect((await post(set, 'discard')).body.meta.left).toEqual([]);
    expect(await stagesOf()).toEqual(['ready', 'writing', 'ready', 'review', 'writing']);
    const titles = (await api.get('/api/essays?status=draft&sort=title')).body.data.map(
      (one: { title: string }) => one.title,
    );
    expect(titles).toEqual(['Approved', 'Approved too', 'Asked', 'Decided', 'Only moved']);
  });

  it('leaves what a person has changed or published since, and what the history does not have', async () => {
    const [edited, published, pruned] = [await draft('Edited'), await draft('Published'), await draft('Pruned')];
    const { set } = await change(edited, { title: 'By the agent' });
    await change(published, { title: 'By the agent' });
    await change(pruned, { title: 'By the agent' });
    // Of a version that is gone, nobody knows who changed the document after it.
    const gap = await draft('With a gap');
    await change(gap, { title: 'By the agent' });
    await change(gap, { body: 'By the agent' });
    const { documentId: scrap } = await write('create_document', { type: 'scraps', data: { text: 'x' } });
    await edit(edited, { body: 'By a person' });
    await api.request('POST', `/api/articles/${published}/actions/publish`);
    await runLoop(api.service());
    await removeVersions({ db: await inDatabase(), options: {} }, { documentId: pruned });
    await removeVersions({ db: await inDatabase(), options: {} }, { documentId: gap, revision: 2 });
    const { discarded, left } = (await post(set, 'discard')).body.meta;
    const messages = new Map(left.map((one: { actionId: number; message: string }) => [one.actionId, one.message]));
    expect(discarded).toBe(0);
    expect(messages.get(await actionOf(set, edited))).toMatch(/changed/);
    expect(messages.get(await actionOf(set, published))).toMatch(/published/);
    expect(messages.get(await actionOf(set, pruned))).toMatch(/history does not have/);
    expect(messages.get(await actionOf(set, gap))).toMatch(/history does not have/);
    expect(messages.get(await actionOf(set, scrap))).toMatch(/keeps no history/);
    expect(await readDraft(edited)).toMatchObject({ title: 'By the agent', body: 'By a person' });
  });

  it('of one of two agents leaves what the other has changed', async () => {
    const documentId = await draft('Shared');
    const { set: first } = await change(documentId, { title: 'By the first' });
    const other = await connect();
    const { set: second } = await change(documentId, { body: 'By the second' }, other);
    expect((await post(first, 'discard')).body.meta).toMatchObject({
      discarded: 0,
      left: [{ message: expect.any(String) }],
    });
    expect((await post(second, 'discard')).body.meta).toMatchObject({ discarded: 1, left: [] });
    expect(await readDraft(documentId)).toMatchObject({ title: 'By the first', body: null });
  });

  it('is with the permissions of the person', async () => {
    const [documentId, { set, documentId: made }] = [await draft('Kept'), await create('Made')];
    await change(documentId, { title: 'Changed' });
    const member = await addMember(api.service(), [
      ...permit(articles, ['find', 'findOne', 'update', 'publish', 'versions']),
      ...permit('plugin::content-releases', ['update']),
    ]);
    const { body } = await post(set, 'discard', {}, { as: member.as });
    expect(body.meta).toEqual({ discarded: 1, left: [{ actionId: await actionOf(set, made), message: 'Forbidden' }] });
    expect(await readDraft(documentId)).toMatchObject({ title: 'Kept' });
  });

  it('works for single types, and for a restored version', async () => {
    await api.put('/api/home?status=draft', { title: 'First' });
    await api.put('/api/home?status=draft', { title: 'Second' });
    const { body } = await api.get('/api/home/versions');
    const { set } = await write('document_history', { type: 'home', version: body.data[1].number, restore: true });
    expect((await api.get('/api/home?status=draft')).body.data.title).toBe('First');
    expect((await post(set, 'discard')).body.meta).toEqual({ discarded: 1, left: [] });
    expect((await api.get('/api/home?status=draft')).body.data.title).toBe('Second');
  });
});

it('an agent changes no links that other documents keep, as these would be in no set', async () => {
  const [shelf, book] = [
    await api.create('/api/shelves?status=draft', {}),
    await api.create('/api/books?status=draft', {}),
  ];
  const data = { books: [book] };
  for (const call of [
    agent.call('create_document', { type: 'shelves', data }),
    agent.call('update_document', { type: 'shelves', documentId: shelf, data }),
  ]) {
    const { status, error, details } = (await call).json;
    expect([status, error, details.path]).toEqual([400, expect.stringMatching(/update them instead/), 'data.books']);
  }
  const { set } = await write('update_document', { type: 'books', documentId: book, data: { shelf } });
  expect((await post(set, 'discard')).body.meta).toEqual({ discarded: 1, left: [] });
  const { body } = await api.get(`/api/books/${book}?status=draft&populate=shelf`);
  expect(body.data.shelf).toBeNull();
});

it('an agent writes no passwords, as no version has them', async () => {
  const documentId = await api.create('/api/vaults?status=draft', { key: 'Old', login: { key: 'Old' } });
  for (const data of [{ key: 'New' }, { key: null }, { login: null }]) {
    const { json } = await agent.call('update_document', { type: 'vaults', documentId, data });
    const [name] = Object.keys(data);
    expect([json.status, json.details.path]).toEqual([400, `data.${name}`]);
  }
  const restored = { type: 'vaults', documentId, version: 1, restore: true };
  expect((await agent.call('document_history', restored)).json.details.path).toBe('data.login');
  const { set } = await write('update_document', { type: 'vaults', documentId, data: { text: 'x' } });
  expect((await post(set, 'discard')).body.meta).toEqual({ discarded: 1, left: [] });
  const stored = await (await api.collection('vaults')).findOne({ documentId });
  expect(stored?.draft).toMatchObject({ key: expect.any(String), login: { key: expect.any(String) } });
});

it('an agent takes no link of another draft, as discarding would not give it back', async () => {
  const guest = await api.create('/api/guests?status=draft', {});
  const [owner, other] = [
    await api.create('/api/seats?status=draft', { guest }),
    await api.create('/api/seats?status=draft', {}),
  ];
  const guestOf = async (seat: string) =>
    (await api.get(`/api/seats/${seat}?status=draft&populate=guest`)).body.data.guest?.documentId;
  for (const call of [
    agent.call('create_document', { type: 'seats', data: { guest } }),
    agent.call('update_document', { type: 'seats', documentId: other, data: { guest: { connect: [guest] } } }),
  ]) {
    const { status, error, details } = (await call).json;
    expect([status, error, details.path]).toEqual([400, expect.stringMatching(/remove it there/), 'data.guest']);
  }
  expect([await guestOf(owner), await guestOf(other)]).toEqual([guest, undefined]);
  // What the agent takes from a draft by a write of this draft is in its set.
  await write('update_document', { type: 'seats', documentId: owner, data: { guest: null } });
  const { set } = await write('update_document', { type: 'seats', documentId: other, data: { guest } });
  expect((await post(set, 'discard')).body.meta).toEqual({ discarded: 2, left: [] });
  expect([await guestOf(owner), await guestOf(other)]).toEqual([guest, undefined]);
});

it('a write of all locales is in the set with each of them', async () => {
  const publisher = await connect(['api::page.page.publish']);
  const documentId = await api.create('/api/pages?status=draft', { title: 'English' });
  await api.put(`/api/pages/${documentId}?status=draft&locale=fr`, { title: 'French' });
  const args = { type: 'pages', documentId, action: 'publish', locale: '*' };
  const { isError, json } = await publisher.call('publish_document', args);
  expect(isError).toBe(false);
  const actions = await actionsOf(json.changeSet);
  expect(actions.map((one: { locale: string }) => one.locale).toSorted()).toEqual(['en', 'fr']);
});

it('an agent with the right publishes, and discards no draft, which could give other documents links back', async () => {
  const publisher = await connect(['api::article.article.publish']);
  const { set, documentId } = await create('Live', publisher);
  const place = { type: 'articles', documentId };
  await write('publish_document', { ...place, action: 'publish' }, publisher);
  await change(documentId, { title: 'Not live' }, publisher);
  const { isError, json } = await publisher.call('publish_document', { ...place, action: 'discard' });
  expect([isError, json.status, (await readDraft(documentId)).title]).toEqual([true, 400, 'Not live']);
  expect(await isLive(documentId)).toBe(true);
  expect((await post(set, 'discard')).body.meta).toMatchObject({
    discarded: 0,
    left: [{ message: expect.stringMatching(/published/) }],
  });
});
