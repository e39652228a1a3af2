// GET /api/editor/activity: what was changed last over all types, and that it shows nobody more than lists with view=edit do.
import { beforeAll, describe, expect, it } from 'vitest';
import { findActivity } from '../../lib/editorApi/activity.ts';
import { Timings } from '../../lib/platform/timings.ts';
import {
  createApi,
  createProjectApi,
  localized,
  schemaOf,
  typeFile,
  withDrafts,
  type Api,
  type Call,
} from '../setup/api.ts';
import type { Permission } from '../../lib/platform/access/index.ts';
import { addEditor, permit, type Member } from '../setup/accounts.ts';

const type = (name: string, attributes: object, more: object = {}): string =>
  typeFile(name, attributes, { ...withDrafts, ...more });

const title = { type: 'string' };

const schema = schemaOf({
  'article.json': type('article', { title: { ...title, ...localized }, section: title }, localized),
  'memo.json': type('memo', { title: { ...title, private: true }, body: { type: 'text' } }),
  'tag.json': type('tag', { rank: { type: 'integer' }, name: title }, { options: { draftAndPublish: false } }),
  'event.json': type('event', { at: { type: 'datetime' } }),
  'story.json': type('story', { title, headline: title }),
  'story.view.json': JSON.stringify({ mainField: 'headline' }),
  'leaflet.json': type('leaflet', { title, headline: title }),
  'leaflet.view.json': JSON.stringify({ attributes: { title: { visible: false } } }),
  'imprint.json': type('imprint', { heading: title, key: { type: 'password' } }, { kind: 'singleType' }),
});

const api = createApi(schema);
const restrictedApi = createProjectApi(schema, {
  types: {
    'api::article.article': { canRead: () => ({ section: 'shown' }) },
    'plugin::users-permissions.user': { canRead: () => ({ username: 'nobody' }) },
  },
});

const uids = Object.fromEntries(
  ['article', 'memo', 'tag', 'event', 'imprint', 'story', 'leaflet'].map((name) => [name, `api::${name}.${name}`]),
) as Readonly<Record<'article' | 'memo' | 'tag' | 'event' | 'imprint' | 'story' | 'leaflet', string>>;

const writing = ['find', 'findOne', 'create', 'update', 'publish'];
const everything = Object.values(uids).flatMap((uid) => permit(uid, writing));

const create = async (site: Api, url: string, data: object, call?: Call): Promise<string> => {
  const { status, body } = await site.post(url, data, call);
  if (status !== 201 && status !== 200) throw new Error(JSON.stringify(body));
  return body.data.documentId as string;
};

interface Entry {
  readonly type: string;
  readonly title: string | null;
  readonly [name: string]: unknown;
}

type Lists = Readonly<Record<'edited' | 'drafts' | 'published', readonly Entry[]>>;

const read = async (as: Member['as'], site: Api = api): Promise<Lists> => {
  const { status, body } = await site.get('/api/editor/activity', { as });
  expect([status, body.meta]).toMatchObject([200, { omitted: [] }]);
  return body.data as Lists;
};

const titles = (entries: readonly Entry[]): readonly (string | null)[] => entries.map((entry) => entry.title);

let ada: Member;
let bea: Member;
const draftOf = (member: Member) => ({ as: member.as });

beforeAll(async () => {
  await api.request('POST', '/api/i18n/locales', { body: { code: 'fr', name: 'fr' } });
  ada = await addEditor(api.service(), everything);
  bea = await addEditor(api.service(), everything);
  const article = await create(api, '/api/articles', { title: 'Published by Ada', section: 'news' }, draftOf(ada));
  await create(api, '/api/articles?status=draft', { title: 'Draft of Bea', section: 'sport' }, draftOf(bea));
  await create(api, '/api/memos?status=draft', { title: 'Private title' }, draftOf(ada));
  await create(api, '/api/tags', { name: 'Tag of Ada' }, draftOf(ada));
  await create(api, '/api/events?status=draft', {}, draftOf(bea));
  await api.put('/api/imprint', { heading: 'Imprint', key: 'abcdef' }, draftOf(bea));
  await api.put(`/api/articles/${article}?locale=fr&status=draft`, { title: 'Brouillon' }, draftOf(bea));
});

describe('GET /api/editor/activity', () => {
  it('lists what the user changed, what waits and what others published, the latest first', async () => {
    const { edited, drafts, published } = await read(ada.as);
    expect(titles(edited)).toEqual(['Tag of Ada', 'Private title', 'Published by Ada']);
    expect(titles(drafts)).toEqual(['Brouillon', null, 'Private title', 'Draft of Bea']);
    expect(titles(published)).toEqual(['Imprint']);
    expect(titles((await read(bea.as)).published)).toEqual(['Published by Ada']);
  });

  it.each([
    ['the main field of their view', 'story'],
    ['an attribute that their view shows', 'leaflet'],
  ] as const)('names documents by %s', async (_, name) => {
    const { as } = await addEditor(api.service(), permit(uids[name], writing));
    const id = await create(api, `/api/${name}s?status=draft`, { title: 'Default', headline: 'Of the view' }, { as });
    expect(titles((await read(as)).edited)).toEqual(['Of the view']);
    await api.delete(`/api/${name}s/${id}`);
  });

  it('says of each document what its list says with view=edit', async () => {
    const { edited, drafts } = await read(ada.as);
    const { data, meta } = (await api.get('/api/articles?view=edit&locale=fr', draftOf(ada))).body;
    const { documentId, updatedAt, createdBy, updatedBy } = data[0];
    expect(drafts[0]).toEqual({
      ...{ type: uids.article, documentId, locale: 'fr', title: 'Brouillon', status: meta.status[0] },
      ...{ updatedAt, createdBy, updatedBy },
    });
    expect(updatedBy).toEqual({ type: 'user', documentId: bea.documentId, username: expect.any(String) });
    // A type without drafts has no status, and one that is not localized no locale.
    expect(edited[0]).toEqual({
      ...{ type: uids.tag, documentId: expect.any(String), locale: null, title: 'Tag of Ada' },
      updatedAt: expect.any(String),
      ...{ createdBy: edited[0]?.updatedBy, updatedBy: { ...updatedBy, ...(edited[0]?.updatedBy as object) } },
    });
  });

  it('calls a document modified, and no longer published, after its draft has changed', async () => {
    const { as } = await addEditor(api.service(), permit(uids.event, writing));
    const id = await create(api, '/api/events', { at: '2026-01-01T00:00:00.000Z' }, draftOf(bea));
    const isEvent = ({ documentId }: Entry): boolean => documentId === id;
    expect((await read(as)).published.filter(isEvent)).toHaveLength(1);
    await api.put(`/api/events/${id}?status=draft`, { at: null }, draftOf(bea));
    const { drafts, published } = await read(as);
    expect([published.filter(isEvent), drafts.find(isEvent)?.status]).toEqual([[], 'modified']);
    await api.delete(`/api/events/${id}`);
    expect((await read(as)).drafts.filter(isEvent)).toEqual([]);
  });

  it('finds the drafts that wait behind many published documents', async () => {
    const service = api.service();
    const collection = (await service.database.get()).collection(schema.types.get(uids.event)?.collectionName ?? '');
    const rows = Array.from({ length: 60 }, (_, index) => {
      const at = new Date(Date.UTC(2031, 0, 1, 0, index));
      const version = { id: 10_000 + index, createdAt: at, updatedAt: at };
      return {
        ...{
          documentId: `many${index}`,
          locale: null,
          revision: 1,
          updatedBy: ada.documentId,
          draftStatus: 'published',
        },
        ...{ draft: version, published: { ...version, publishedAt: at } },
      };
    });
    await collection.insertMany(rows);
    const { edited, drafts, published } = await read(ada.as);
    expect(edited.map(({ documentId }) => documentId)).toEqual(
      rows
        .slice(50)
        .reverse()
        .map((row) => row.documentId),
    );
    expect(drafts.filter((entry) => entry.type === uids.event)).toHaveLength(1);
    expect(published.filter((entry) => entry.type === uids.event)).toEqual([]);
    expect((await read(bea.as)).published).toHaveLength(10);
    await collection.deleteMany({ documentId: { $in: rows.map(({ documentId }) => documentId) } });
  });

  it('reads each type in the order of an index, in all of its locales', async () => {
    await api.createAllIndexes();
    const db = await api.service().database.get();
    await db.command({ profile: 2 });
    await read(ada.as);
    await db.command({ profile: 0 });
    const collections = Object.values(uids).map(
      (uid) => `${db.databaseName}.${schema.types.get(uid)?.collectionName ?? ''}`,
    );
    const queries = await db
      .collection('system.profile')
      .find({ ns: { $in: collections } })
      .toArray();
    await db.collection('system.profile').drop();
    expect(queries.length).toBeGreaterThanOrEqual(collections.length);
    const isIndexed = ({ planSummary, hasSortStage }: Record<string, unknown>): boolean =>
      String(planSummary).startsWith('IXSCAN') && hasSortStage !== true;
    expect(queries.filter((query) => !isIndexed(query)).map((query) => query.command)).toEqual([]);
  });

  it('names the types that it could not read in time', async () => {
    const service = api.service();
    const caller = { ...(await service.access.identify(`Bearer ${ada.as.token}`)), user: ada.documentId };
    const locales = await service.locales.known();
    const { data, meta } = await findActivity(service, { caller, locales, timings: new Timings(), timeMs: 0 });
    expect(data).toEqual({ edited: [], drafts: [], published: [] });
    expect(meta.omitted.toSorted()).toEqual(Object.values(uids).toSorted());
  });
});

describe('the activity of a role', () => {
  const all = async (permissions: readonly Permission[], site: Api = api) => {
    const member = await addEditor(site.service(), permissions);
    const { edited, drafts, published } = await read(member.as, site);
    return titles([...edited, ...drafts, ...published]).toSorted();
  };

  it.each([
    ['no permissions', []],
    ['only find', ['find', 'findOne']],
    ['only update', ['create', 'update', 'publish']],
  ])('with %s is empty', async (_, actions) => {
    expect(await all(Object.values(uids).flatMap((uid) => permit(uid, actions)))).toEqual([]);
  });

  it('has only the types that it may find and update', async () => {
    const permissions = [
      ...permit(uids.imprint, writing),
      ...permit(uids.article, ['find']),
      ...permit(uids.memo, ['update']),
    ];
    expect(await all(permissions)).toEqual(['Imprint']);
  });

  it('keeps the conditions of find and of update', async () => {
    const inSection = (section: string) => ({ filters: { section: { $eq: section } } });
    const finds = (condition: object) => permit(uids.article, ['find', 'findOne'], condition);
    const updates = (condition: object) => permit(uids.article, ['update'], condition);
    expect(await all([...finds(inSection('sport')), ...updates({})])).toEqual(['Draft of Bea']);
    expect(await all([...finds({}), ...updates(inSection('news'))])).toEqual(['Brouillon', 'Published by Ada']);
    expect(await all([...finds(inSection('news')), ...updates(inSection('sport'))])).toEqual([]);
    expect(await all([...finds({}), ...updates({ own: true })])).toEqual([]);
  });

  it('searches the latest documents for those that meet a condition, and says so', async () => {
    const own = [
      ...permit(uids.event, ['find', 'findOne', 'create', 'publish']),
      ...permit(uids.event, ['update'], { own: true }),
    ];
    const member = await addEditor(api.service(), [...own, ...permit(uids.tag, writing)]);
    const id = await create(api, '/api/events?status=draft', {}, draftOf(member));
    const db = await api.service().database.get();
    const collection = db.collection(schema.types.get(uids.event)?.collectionName ?? '');
    const makeRows = (count: number, from: number) =>
      Array.from({ length: count }, (_, index) => {
        const at = new Date(Date.UTC(2031, 0, 1, 0, 0, from + index));
        const draft = { id: 20_000 + from + index, createdAt: at, updatedAt: at };
        return { documentId: `other${from + index}`, locale: null, revision: 1, draftStatus: 'draft', draft };
      });
    const readMeta = async () => {
      const { body } = await api.get('/api/editor/activity', { as: member.as });
      const ids = Object.values(body.data as Lists).flatMap((entries) => entries.map(({ documentId }) => documentId));
      return [ids, body.meta];
    };
    await collection.insertMany(makeRows(499, 0));
    const meta = { omitted: [], limited: [uids.event], searchedDocuments: 500 };
    expect(await readMeta()).toEqual([[id, id], meta]);
    await collection.insertMany(makeRows(1, 499));
    await db.command({ profile: 2 });
    expect(await readMeta()).toEqual([[], meta]);
    await db.command({ profile: 0 });
    const queries = await db
      .collection('system.profile')
      .find({ ns: collection.namespace, docsExamined: { $exists: true } })
      .toArray();
    await db.collection('system.profile').drop();
    expect(queries).not.toEqual([]);
    expect(Math.max(...queries.map((query) => Number(query.docsExamined)))).toBeLessThanOrEqual(500);
    await collection.deleteMany({ documentId: /^other/ });
    await api.delete(`/api/events/${id}`);
  });

  it('keeps the conditions of project code', async () => {
    await create(restrictedApi, '/api/articles', { title: 'Shown', section: 'shown' });
    await create(restrictedApi, '/api/articles', { title: 'Hidden', section: 'hidden' });
    expect(await all(permit(uids.article, writing), restrictedApi)).toEqual(['Shown']);
  });

  it('does not name users whom project code hides', async () => {
    const writer = await addEditor(restrictedApi.service(), permit(uids.tag, writing));
    await create(restrictedApi, '/api/tags', { name: 'By somebody' }, draftOf(writer));
    const { edited } = await read(writer.as, restrictedApi);
    expect(edited[0]?.updatedBy).toEqual({ type: 'user', documentId: writer.documentId, username: null });
  });
});
