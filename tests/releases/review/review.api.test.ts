// Stages and assignees of drafts: who changes them, what is published, and when approval ends.
import { beforeAll, describe, expect, it } from 'vitest';
import { findCallerByName } from '../../../lib/platform/access/index.ts';
import type { StoredDocument } from '../../../lib/platform/db/index.ts';
import { documentsFor } from '../../../lib/write/operations/index.ts';
import { addEditor, type Member } from '../../setup/accounts.ts';
import { createReleaseSite } from '../releaseSite.ts';
import { componentFile, localized, relationTo, schemaOf, typeFile, withDrafts } from '../../setup/api.ts';

const stages = ['writing', 'review', 'ready'];
const drafts = { options: { draftAndPublish: true, review: { stages, publishFrom: 'ready' } } };

const schema = schemaOf({
  'components/part/note.json': componentFile({ text: { type: 'string' } }),
  'article.json': typeFile(
    'article',
    {
      title: { type: 'string', required: true },
      number: { type: 'integer', unique: true },
      likes: { type: 'integer' },
      section: { type: 'string' },
      notes: { type: 'component', component: 'part.note', repeatable: true },
      related: relationTo('manyToMany', 'article'),
    },
    drafts,
  ),
  'page.json': typeFile(
    'page',
    { title: { type: 'string', ...localized }, color: { type: 'string' } },
    { ...drafts, ...localized },
  ),
  'home.json': typeFile(
    'home',
    { title: { type: 'string' } },
    { options: { draftAndPublish: true, review: stages }, kind: 'singleType' },
  ),
  'tag.json': typeFile('tag', { name: { type: 'string' } }, withDrafts),
});

const article = 'api::article.article';
/** What the project writes into each article that is published. */
let stamp: string | undefined;
const site = createReleaseSite(
  [
    {
      types: {
        [article]: {
          beforeWrite: ({ data, status }) =>
            status === 'published' && stamp !== undefined ? { ...data, section: stamp } : data,
        },
      },
    },
  ],
  schema,
);
const { draft } = site;
const all = ['find', 'findOne', 'create', 'update', 'delete', 'publish'].map((action) => ({
  action: `${article}.${action}`,
}));

/** May write and publish, and move articles into the first two stages. */
let writer: Member;
/** May do everything, also move into each stage. */
let chief: Member;
/** May read what is published. */
let reader: Member;

beforeAll(async () => {
  await site.request('POST', '/api/i18n/locales', { body: { code: 'fr', name: 'fr' } });
  const service = site.service();
  writer = await addEditor(service, [...all, { action: `${article}.review`, stages: ['writing', 'review'] }]);
  chief = await addEditor(service, [...all, { action: `${article}.review` }]);
  reader = await addEditor(service, [{ action: `${article}.find` }, { action: `${article}.findOne` }]);
});

const move = (documentId: string, data: object, as = chief.as, headers = {}) =>
  site.request('PUT', `/api/articles/${documentId}/stage`, { body: { data }, as, headers });
const assign = (documentId: string, id: unknown, as = chief.as) =>
  site.request('PUT', `/api/articles/${documentId}/assignee`, { body: { data: { id } }, as });
const readEdit = async (documentId: string, as = chief.as) =>
  (await site.get(`/api/articles/${documentId}?view=edit`, { as })).body.data;
const stageOf = async (documentId: string): Promise<unknown> => (await readEdit(documentId)).strapi_stage;
const publish = (documentId: string, as = chief.as) =>
  site.request('POST', `/api/articles/${documentId}/actions/publish`, { as });
const save = (documentId: string, data: object, as = writer.as, status = 'draft') =>
  site.request('PUT', `/api/articles/${documentId}?status=${status}`, { body: { data }, as });
const numberOf = async ({ documentId }: Member): Promise<number> =>
  (await site.stored('up_users', documentId)).published?.id ?? 0;
const ready = async (title: string): Promise<string> => {
  const documentId = await draft(title);
  await move(documentId, { name: 'ready' });
  return documentId;
};

describe('the stage of a draft', () => {
  it('is the first until somebody moves it, by number or by name', async () => {
    const documentId = await draft('Moved');
    expect(await stageOf(documentId)).toBe('writing');
    const { body, status } = await move(documentId, { id: 2 });
    expect([status, body]).toEqual([
      200,
      { data: { documentId, locale: null, strapi_stage: { id: 2, name: 'review' }, strapi_assignee: null }, meta: {} },
    ]);
    await move(documentId, { name: 'ready' });
    expect(await stageOf(documentId)).toBe('ready');
  });

  it.each([
    [{ id: 4 }, 'data.id'],
    [{ id: 0 }, 'data.id'],
    [{ name: 'redy' }, 'data.name'],
    [{ name: 'ready', id: 3 }, 'data'],
    [{}, 'data.id'],
  ])('refuses %j', async (data, path) => {
    const { status, body } = await move(await draft('Unmoved'), data);
    expect(status).toBe(400);
    expect(body.error.details.errors[0].path.join('.')).toBe(path);
  });

  it('can only be one that the role permits', async () => {
    const documentId = await draft('Written');
    expect((await move(documentId, { name: 'review' }, writer.as)).status).toBe(200);
    expect((await move(documentId, { name: 'ready' }, writer.as)).status).toBe(403);
    expect((await move(documentId, { name: 'ready' }, reader.as)).status).toBe(403);
    const { body } = await site.get(`/api/articles/${documentId}/stages`, { as: writer.as });
    expect(body.data).toEqual([
      { id: 1, name: 'writing', isAllowed: true },
      { id: 2, name: 'review', isAllowed: true },
      { id: 3, name: 'ready', isAllowed: false },
    ]);
    expect(body.meta).toMatchObject({ stageCount: 3, publishFrom: 'ready', stage: { id: 2, name: 'review' } });
  });

  it('is answered with the stage into which a change of the caller puts the draft, and with those who may approve it', async () => {
    const newsChief = await addEditor(site.service(), [
      ...all,
      { action: `${article}.review`, filters: { section: { $eq: 'news' } } },
    ]);
    const about = async (documentId: string, { as }: Member) => {
      const { data, meta } = (await site.get(`/api/articles/${documentId}/stages`, { as })).body;
      const approvers = meta.approvers.map(({ documentId: id }: { documentId: string }) => id);
      const named = [writer, chief, newsChief].filter((one) => approvers.includes(one.documentId));
      return [meta.returnsTo, data.map(({ isAllowed }: { isAllowed: boolean }) => isAllowed), named];
    };
    const documentId = await draft('News', { section: 'news' });
    expect(await about(documentId, writer)).toEqual([null, [true, true, false], [chief, newsChief]]);
    await move(documentId, { name: 'ready' });
    expect(await about(documentId, writer)).toEqual(['review', [true, true, false], [chief, newsChief]]);
    expect(await about(documentId, newsChief)).toEqual([null, [true, true, true], [chief, newsChief]]);
    await save(documentId, { section: 'sport' }, chief.as);
    expect(await about(documentId, newsChief)).toEqual(['writing', [false, false, false], [chief]]);
  });

  it('keeps to If-Match, and makes no draft modified', async () => {
    const documentId = await ready('Same');
    await publish(documentId);
    const before = await site.stored('articles', documentId);
    const { headers } = await site.get(`/api/articles/${documentId}?view=edit`, { as: chief.as });
    const condition = { 'if-match': String(headers.etag) };
    expect((await move(documentId, { id: 1 }, chief.as, condition)).status).toBe(200);
    expect((await move(documentId, { id: 2 }, chief.as, condition)).status).toBe(412);
    const after = await site.stored('articles', documentId);
    expect([after.draft, after.published, after.draftStatus]).toEqual([before.draft, before.published, 'published']);
  });

  it('does not exist for types without stages, and in bodies', async () => {
    const tag = await site.create('/api/tags', { name: 'News' });
    for (const path of [`/api/tags/${tag}/stages`, '/api/articles/stages', '/api/nothing/x/stages'])
      expect((await site.get(path)).status).toBe(404);
    const documentId = await draft('Body');
    expect((await save(documentId, { strapi_stage: 'ready' }, chief.as)).status).toBe(400);
  });

  it('is of each locale, and of single types', async () => {
    const documentId = await site.create('/api/pages?status=draft', { title: 'Page' });
    await site.request('PUT', `/api/pages/${documentId}?status=draft&locale=fr`, { body: { data: { title: 'Page' } } });
    await site.request('PUT', `/api/pages/${documentId}/stage?locale=fr`, { body: { data: { id: 3 } } });
    const stageIn = async (locale: string) =>
      (await site.get(`/api/pages/${documentId}?view=edit&locale=${locale}`)).body.data.strapi_stage;
    expect([await stageIn('en'), await stageIn('fr')]).toEqual(['writing', 'ready']);
    expect((await site.request('POST', `/api/pages/${documentId}/actions/publish?locale=*`)).status).toBe(400);
    expect((await site.request('POST', `/api/pages/${documentId}/actions/publish?locale=fr`)).status).toBe(200);
    await site.request('PUT', '/api/home?status=draft', { body: { data: { title: 'Home' } } });
    await site.request('PUT', '/api/home/stage', { body: { data: { name: 'review' } } });
    expect((await site.get('/api/home?view=edit')).body.data.strapi_stage).toBe('review');
  });

  it('of a deleted locale does not come back', async () => {
    const documentId = await site.create('/api/pages?status=draft', { title: 'Page' });
    const french = `/api/pages/${documentId}?status=draft&locale=fr`;
    await site.request('PUT', french, { body: { data: { title: 'Page' } } });
    await site.request('PUT', `/api/pages/${documentId}/stage?locale=fr`, { body: { data: { id: 3 } } });
    await site.delete(`/api/pages/${documentId}?locale=fr`);
    await site.request('PUT', french, { body: { data: { title: 'Other' } } });
    expect((await site.get(`/api/pages/${documentId}?view=edit&locale=fr`)).body.data.strapi_stage).toBe('writing');
  });
});

describe('publishing', () => {
  it('is refused until the draft is in the stage', async () => {
    const documentId = await draft('Held');
    const { status, body } = await publish(documentId);
    expect([status, body.error.message]).toEqual([400, 'Only drafts in the stage "ready" can be published']);
    await move(documentId, { name: 'ready' });
    expect((await publish(documentId)).status).toBe(200);
  });

  it('is refused in every other way', async () => {
    const documentId = await draft('Held');
    const bulk = (data: object) => site.request('POST', '/api/articles/actions/bulk', { body: data });
    const ways = [
      () => site.request('POST', '/api/articles', { body: { data: { title: 'New' } } }),
      () => save(documentId, { title: 'x' }, chief.as, 'published'),
      () => bulk({ data: [{ publish: { documentId } }] }),
      () => bulk({ data: [{ create: { data: { title: 'New' } } }, { create: { data: { title: 'New' } } }] }),
    ];
    for (const way of ways) expect((await way()).status).toBe(400);
    const release = await site.release();
    await site.add(release, documentId);
    const actions = await site.get(`/api/content-releases/${release}/actions`);
    expect(actions.body.data[0]).toMatchObject({
      isEntryValid: false,
      reasons: [{ message: 'Only drafts in the stage "ready" can be published' }],
    });
    expect((await site.publish(release)).status).toBe(400);
    expect((await site.get('/api/articles')).body.data.map(({ title }: { title: string }) => title)).not.toContain(
      'New',
    );
    await move(documentId, { name: 'ready' });
    expect((await site.publish(release)).status).toBe(200);
    expect(await site.isPublished(documentId)).toBe(true);
  });

  it('keeps the stage and the assignee, as discarding does', async () => {
    const documentId = await ready('Kept');
    await assign(documentId, await numberOf(writer));
    await publish(documentId);
    await save(documentId, { title: 'Changed' }, chief.as);
    await site.request('POST', `/api/articles/${documentId}/actions/discard-draft`, { as: chief.as });
    expect(await readEdit(documentId)).toMatchObject({
      ...{ title: 'Kept', strapi_stage: 'ready' },
      strapi_assignee: { documentId: writer.documentId },
    });
  });
});

describe('approval', () => {
  it('ends with a change by somebody who may not give it', async () => {
    const documentId = await ready('Approved');
    await save(documentId, { title: 'Approved' });
    expect(await stageOf(documentId)).toBe('ready');
    await save(documentId, { title: 'Changed' });
    expect(await stageOf(documentId)).toBe('review');
    // So each save of a form, one after the other.
    await save(documentId, { title: 'Changed again' });
    expect(await stageOf(documentId)).toBe('review');
    expect((await publish(documentId, writer.as)).status).toBe(400);
  });

  it('stays with a change by somebody who may give it', async () => {
    const documentId = await ready('Approved');
    await save(documentId, { title: 'Corrected' }, chief.as);
    expect(await stageOf(documentId)).toBe('ready');
    expect((await save(documentId, { title: 'Again' }, chief.as, 'published')).status).toBe(200);
  });

  it('is not for a change that is published with it', async () => {
    const documentId = await ready('Approved');
    const { status, body } = await save(documentId, { title: 'Sneaked' }, writer.as, 'published');
    expect([status, body.error.message]).toEqual([
      400,
      'Only drafts in the stage "ready" can be published, and this change puts the draft back to the stage "review"',
    ]);
    // Nothing was written.
    expect(await readEdit(documentId)).toMatchObject({ title: 'Approved', strapi_stage: 'ready' });
    expect((await publish(documentId, writer.as)).status).toBe(200);
  });

  it('ends with a change by somebody whose permission to give it has a condition that the draft does not meet', async () => {
    const newsChief = await addEditor(site.service(), [
      ...all,
      { action: `${article}.review`, filters: { section: { $eq: 'news' } } },
    ]);
    const documentId = await ready('Sport');
    expect((await move(documentId, { name: 'ready' }, newsChief.as)).status).toBe(404);
    const change = { title: 'Sneaked', section: 'news' };
    expect((await save(documentId, change, newsChief.as, 'published')).status).toBe(400);
    await save(documentId, change, newsChief.as);
    expect(await stageOf(documentId)).toBe('writing');
    await move(documentId, { name: 'ready' });
    await save(documentId, { title: 'News' }, newsChief.as);
    expect(await stageOf(documentId)).toBe('ready');
  });

  it('is not for a change in the same transaction and millisecond as a publication', async () => {
    const documentId = await ready('Approved');
    const now = new Date();
    const service = { ...site.service(), now: () => now };
    const caller = await findCallerByName(service, writer.documentId);
    if (caller === undefined) throw new Error('no writer');
    const both = documentsFor(service, caller).transaction(async ({ asCaller }) => {
      await asCaller.publish(article, documentId);
      await asCaller.update(article, documentId, { title: 'Sneaked' }, { status: 'published' });
    });
    await expect(both).rejects.toThrow('this change puts the draft back');
  });

  it('stays with what the project changes in what is published, and with its counts', async () => {
    const documentId = await ready('Liked');
    stamp = 'stamped';
    expect((await publish(documentId, writer.as)).status).toBe(200);
    stamp = undefined;
    expect(await readEdit(documentId)).toMatchObject({ section: 'stamped', strapi_stage: 'ready' });
    const service = site.service();
    const caller = await findCallerByName(service, writer.documentId);
    if (caller === undefined) throw new Error('no writer');
    const { asCaller } = documentsFor(service, caller);
    await asCaller.increment(article, documentId, { likes: 1 });
    expect(await stageOf(documentId)).toBe('ready');
    await save(documentId, { title: 'Rewritten' });
    expect(await asCaller.increment(article, documentId, { likes: 1 })).toMatchObject({ likes: 2 });
  });

  it('is needed for another unique value of a published document from the trash', async () => {
    const documentId = await ready('Deleted');
    await save(documentId, { number: 41 }, chief.as, 'published');
    await site.delete(`/api/articles/${documentId}`);
    const restore = ({ as }: Member) =>
      site.request('POST', `/api/trash/${article}/${documentId}/restore`, { as, body: { data: { number: 42 } } });
    expect((await restore(writer)).status).toBe(403);
    expect((await restore(chief)).status).toBe(200);
    expect((await site.get(`/api/articles/${documentId}`)).body.data.number).toBe(42);
  });

  it('ends in the locales that share the changed attribute', async () => {
    const pages = 'api::page.page';
    const translator = await addEditor(
      site.service(),
      ['find', 'findOne', 'update'].map((action) => ({ action: `${pages}.${action}` })),
    );
    const documentId = await site.create('/api/pages?status=draft', { title: 'Page', color: 'red' });
    await site.request('PUT', `/api/pages/${documentId}?status=draft&locale=fr`, { body: { data: { title: 'Page' } } });
    for (const locale of ['en', 'fr'])
      await site.request('PUT', `/api/pages/${documentId}/stage?locale=${locale}`, { body: { data: { id: 3 } } });
    const change = (data: object) =>
      site.request('PUT', `/api/pages/${documentId}?status=draft&locale=fr`, { body: { data }, as: translator.as });
    const stageIn = async (locale: string) =>
      (await site.get(`/api/pages/${documentId}?view=edit&locale=${locale}`)).body.data.strapi_stage;
    await change({ title: 'Autre' });
    expect([await stageIn('en'), await stageIn('fr')]).toEqual(['ready', 'writing']);
    await change({ color: 'blue' });
    expect(await stageIn('en')).toBe('writing');
  });
});

it('the versions of a document are answered with its present stage', async () => {
  const documentId = await ready('Old');
  await save(documentId, { title: 'New' }, chief.as);
  const { body } = await site.get(`/api/articles/${documentId}/versions`);
  const { number } = body.data.at(-1);
  const version = await site.get(`/api/articles/${documentId}/versions/${number}?view=edit`);
  expect(version.body.data).toMatchObject({ title: 'Old', strapi_stage: 'ready' });
});

describe('the assignee', () => {
  it('is a user who may edit the draft, by name and without an email address', async () => {
    const documentId = await draft('Given');
    const id = await numberOf(writer);
    const { body } = await assign(documentId, id);
    expect(body.data.strapi_assignee).toEqual({ id, documentId: writer.documentId, username: expect.any(String) });
    expect((await readEdit(documentId)).strapi_assignee).toEqual({
      ...{ type: 'user', documentId: writer.documentId, username: expect.any(String) },
    });
    expect((await assign(documentId, null, writer.as)).body.data.strapi_assignee).toBeNull();
  });

  it('can be nobody else', async () => {
    const documentId = await draft('Given');
    const message = 'There is no user with this id who may edit the draft';
    for (const id of [await numberOf(reader), 999_999]) {
      const { status, body } = await assign(documentId, id);
      expect([status, body.error.details.errors[0].message]).toEqual([400, message]);
    }
    expect((await assign(documentId, '3')).status).toBe(400);
    expect((await assign(documentId, await numberOf(writer), reader.as)).status).toBe(403);
    const { body } = await site.get(`/api/articles/${documentId}/stages`, { as: chief.as });
    const ids = body.meta.assignable.map(({ id }: { id: number }) => id);
    expect(ids).toContain(await numberOf(writer));
    expect(ids).not.toContain(await numberOf(reader));
  });

  it('is found among any number of users who may not edit', async () => {
    const users = (await site.service().database.get()).collection<StoredDocument>('up_users');
    const own = { documentId: reader.documentId };
    const { published, ...readerRow } = (await users.findOne(own, { projection: { _id: 0 } })) ?? {};
    const others = Array.from({ length: 501 }, (_one, index) => ({
      ...{ ...readerRow, documentId: `reader${index}`, identifiers: [`a reader ${index}`] },
      published: { ...published, id: 100_000 + index, username: `a reader ${index}`, email: `${index}@example.org` },
    }));
    await users.insertMany(others as never);
    const { body } = await site.get(`/api/articles/${await draft('Given')}/stages`, { as: chief.as });
    await users.deleteMany({ 'published.id': { $gte: 100_000 } });
    expect(body.meta.assignable.map(({ id }: { id: number }) => id)).toContain(await numberOf(writer));
  });

  it('is only a user whom the caller may see', async () => {
    const documentId = await draft('Given');
    const condition = { filters: { username: { $eq: 'nobody' } } };
    const blind = await addEditor(site.service(), [
      ...all,
      { action: 'plugin::users-permissions.user.find', ...condition },
    ]);
    expect((await assign(documentId, await numberOf(writer), blind.as)).status).toBe(400);
    await assign(documentId, await numberOf(writer));
    expect((await readEdit(documentId, blind.as)).strapi_assignee.username).toBeNull();
    const { body } = await site.get(`/api/articles/${documentId}/stages`, { as: blind.as });
    expect([body.meta.assignee, body.meta.assignable]).toEqual([null, []]);
  });
});

describe('lists with view=edit', () => {
  const titles = async (query: string) => {
    const { status, body } = await site.get(`/api/articles?view=edit&filters[section]=listed&sort=title&${query}`);
    return status === 200 ? body.data.map(({ title }: { title: string }) => title) : status;
  };
  let assignee: string;

  beforeAll(async () => {
    assignee = writer.documentId;
    await draft('A', { section: 'listed' });
    const [b, c] = [await draft('B', { section: 'listed' }), await draft('C', { section: 'listed' })];
    await move(b, { name: 'review' });
    await move(c, { name: 'ready' });
    await move(c, { name: 'writing' });
    await assign(b, await numberOf(writer));
  });

  it.each([
    ['filters[strapi_stage]=writing', ['A', 'C']],
    ['filters[strapi_stage][$ne]=writing', ['B']],
    ['filters[strapi_stage][$ne]=review', ['A', 'C']],
    ['filters[strapi_stage][$in][0]=review&filters[strapi_stage][$in][1]=writing', ['A', 'B', 'C']],
    ['filters[strapi_stage][$notIn][0]=review', ['A', 'C']],
    ['filters[strapi_stage][$null]=true', []],
    ['filters[strapi_stage][$notNull]=true', ['A', 'B', 'C']],
    ['filters[$not][strapi_stage]=writing', ['B']],
    ['filters[strapi_stage][$contains]=writ', 400],
    ['filters[strapi_assignee][$null]=true', ['A', 'C']],
    ['filters[strapi_assignee][email]=x', 400],
  ])('filter by %s', async (query, expected) => {
    expect(await titles(query)).toEqual(expected);
  });

  it('filter by the assignee, and choose the fields', async () => {
    expect(await titles(`filters[strapi_assignee]=${assignee}`)).toEqual(['B']);
    const { body } = await site.get('/api/articles?view=edit&filters[title]=B&fields=title,strapi_stage');
    expect(body.data[0]).toMatchObject({ title: 'B', strapi_stage: 'review' });
    expect(body.data[0]).not.toHaveProperty('strapi_assignee');
  });
});

describe('callers who may not read drafts', () => {
  it('see no difference when stage or assignee change, the ETag included', async () => {
    const documentId = await ready('Public');
    await publish(documentId);
    const paths = [`/api/articles/${documentId}`, '/api/articles', `/api/articles/${documentId}/stages`];
    const read = async () =>
      Promise.all(
        paths.map(async (path) => {
          const { status, body, headers } = await site.get(path, { as: reader.as });
          return [status, body, headers.etag];
        }),
      );
    const before = await read();
    expect(before.map(([status]) => status)).toEqual([200, 200, 403]);
    await move(documentId, { id: 1 });
    await assign(documentId, await numberOf(writer));
    expect(await read()).toEqual(before);
    expect(JSON.stringify(before)).not.toMatch(/strapi_|ready/);
  });

  it('cannot name them in queries', async () => {
    const { as } = reader;
    for (const query of [
      'filters[strapi_stage]=ready',
      'sort=strapi_stage',
      'fields=strapi_stage',
      'populate=strapi_assignee',
    ])
      for (const status of ['', '&status=draft'])
        expect((await site.get(`/api/articles?${query}${status}`, { as })).status).toBeGreaterThanOrEqual(400);
    expect((await site.get('/api/articles?filters[strapi_stage]=ready')).status).toBe(400);
  });
});
