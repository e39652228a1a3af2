// Nobody learns through the trash what the document itself would not have shown.
import { beforeAll, describe, expect, it } from 'vitest';
import { addMember, type Member } from '../../setup/accounts.ts';
import { createApi, relationTo, schemaOf, typeFile, withDrafts } from '../../setup/api.ts';

const schema = schemaOf({
  'post.json': typeFile(
    'post',
    {
      title: { type: 'string' },
      slug: { type: 'uid' },
      section: { type: 'string' },
      note: { type: 'string', private: true },
      author: relationTo('manyToOne', 'person', { inversedBy: 'posts' }),
      reviewer: { ...relationTo('manyToOne', 'person'), private: true },
    },
    withDrafts,
  ),
  'person.json': typeFile('person', {
    name: { type: 'string' },
    posts: relationTo('oneToMany', 'post', { mappedBy: 'author' }),
  }),
});

const api = createApi(schema);
const posts = 'api::post.post';
const people = 'api::person.person';
const on = (uid: string, ...actions: readonly string[]) => actions.map((action) => ({ action: `${uid}.${action}` }));
const inNews = { filters: { section: { $eq: 'news' } } };

const idsFor = async ({ as }: Member): Promise<readonly string[]> => {
  const { status, body } = await api.get(`/api/trash?type=${posts}`, { as });
  expect(status).toBe(200);
  return body.data.map(({ documentId }: { documentId: string }) => documentId);
};

/** The statuses of reading, restoring and erasing a post. */
const statusesFor = async ({ as }: Member, documentId: string): Promise<readonly number[]> => {
  const url = `/api/trash/${posts}/${documentId}`;
  return [
    (await api.get(`${url}?status=published`, { as })).status,
    (await api.request('POST', `${url}/restore`, { as })).status,
    (await api.delete(url, { as })).status,
  ];
};

let news: string;
let sport: string;
let draft: string;

beforeAll(async () => {
  news = await api.create('/api/posts', { title: 'News', section: 'news', note: 'private words' });
  sport = await api.create('/api/posts', { title: 'Sport', section: 'sport' });
  draft = await api.create('/api/posts?status=draft', { title: 'Draft', section: 'news' });
  for (const documentId of [news, sport, draft]) await api.delete(`/api/posts/${documentId}`);
});

describe('the trash of a caller', () => {
  it('needs the permissions to find and to delete', async () => {
    for (const actions of [['find', 'findOne'], ['delete'], ['find', 'delete'], ['find', 'findOne', 'update']]) {
      const member = await addMember(api.service(), on(posts, ...actions));
      expect((await api.get(`/api/trash?type=${posts}`, { as: member.as })).status, actions.join()).toBe(403);
      expect(await statusesFor(member, news), actions.join()).toEqual([403, 403, 403]);
    }
  });

  it('has no drafts for a caller who may not read drafts', async () => {
    const member = await addMember(api.service(), on(posts, 'find', 'findOne', 'delete'));
    expect(await idsFor(member)).toEqual([sport, news]);
    expect(await statusesFor(member, draft)).toEqual([404, 404, 404]);
    const { body } = await api.get(`/api/trash?type=${posts}`, { as: member.as });
    expect(body.data[0].deletedBy).toBeNull();
  });

  it('has nothing outside of the condition of find', async () => {
    const member = await addMember(api.service(), [
      { action: `${posts}.find`, ...inNews },
      { action: `${posts}.findOne`, ...inNews },
      ...on(posts, 'delete'),
    ]);
    expect([await idsFor(member), await statusesFor(member, sport)]).toEqual([[news], [404, 404, 404]]);
  });

  it('lists nothing outside of the condition of delete, and answers 403 for what the caller may see', async () => {
    const member = await addMember(api.service(), [
      ...on(posts, 'find', 'findOne'),
      { action: `${posts}.delete`, ...inNews },
    ]);
    expect([await idsFor(member), (await statusesFor(member, sport)).slice(1)]).toEqual([[news], [403, 403]]);
  });

  it('has only documents that the caller created, if the permission is on these', async () => {
    const member = await addMember(api.service(), [
      ...on(posts, 'find', 'findOne', 'create', 'update'),
      { action: `${posts}.delete`, own: true },
    ]);
    const own = await api.create('/api/posts', { title: 'Own' }, { as: member.as });
    await api.delete(`/api/posts/${own}`, { as: member.as });
    expect(await idsFor(member)).toEqual([own]);
    const { status } = await api.request('POST', `/api/trash/${posts}/${own}/restore`, { as: member.as });
    expect(status).toBe(200);
    await api.delete(`/api/posts/${own}`);
    await api.delete(`/api/trash/${posts}/${own}`);
  });

  it('shows no private attribute, and cannot filter by one', async () => {
    const member = await addMember(api.service(), on(posts, 'find', 'findOne', 'delete'));
    const url = `/api/trash/${posts}/${news}`;
    expect(JSON.stringify(await api.get(url, { as: member.as }))).not.toContain('private words');
    for (const query of ['fields=note', 'filters[note][$contains]=private'])
      expect((await api.get(`${url}?${query}`, { as: member.as })).status).toBe(400);
  });

  it('replaces a value only with the permission to update, within its condition', async () => {
    const body = { data: { slug: 'replaced' } };
    const url = `/api/trash/${posts}/${sport}/restore`;
    const reader = await addMember(api.service(), on(posts, 'find', 'findOne', 'delete'));
    expect((await api.request('POST', url, { body, as: reader.as })).status).toBe(403);
    const member = await addMember(api.service(), [
      ...on(posts, 'find', 'findOne', 'delete'),
      { action: `${posts}.update`, ...inNews },
    ]);
    expect((await api.request('POST', url, { body, as: member.as })).status).toBe(403);
    expect((await api.get(`/api/posts/${sport}`)).status).toBe(404);
  });

  it('names no lost links of documents or attributes that the caller may not read', async () => {
    const person = await api.create('/api/people', { name: 'Ann' });
    const other = await api.create('/api/people', { name: 'Bob' });
    const post = await api.create('/api/posts', { title: 'By Ann', author: person, reviewer: person });
    await api.delete(`/api/people/${person}`);
    await api.put(`/api/posts/${post}`, { author: other, reviewer: other });
    const restore = async ({ as }: Member) => {
      const { body } = await api.request('POST', `/api/trash/${people}/${person}/restore`, { as });
      return body.meta.lostLinks.map(({ status, path }: { status: string; path: string }) => `${status} ${path}`);
    };
    const again = async () => {
      await api.put(`/api/posts/${post}`, { author: person, reviewer: person });
      await api.delete(`/api/people/${person}`);
      await api.put(`/api/posts/${post}`, { author: other, reviewer: other });
    };
    expect(await restore(await addMember(api.service(), on(people, 'find', 'findOne', 'delete')))).toEqual([]);
    await again();
    const reader = await addMember(api.service(), [
      ...on(people, 'find', 'findOne', 'delete'),
      ...on(posts, 'find', 'findOne'),
    ]);
    expect(await restore(reader)).toEqual(['published author']);
  });
});

it('nothing deleted appears in a read, a count, a filter or a populate', async () => {
  const person = await api.create('/api/people', { name: 'Carl' });
  const post = await api.create('/api/posts', { title: 'Vanishing', slug: 'vanishing', author: person });
  const before = (await api.get('/api/posts?pagination[pageSize]=1')).body.meta.pagination.total as number;
  await api.delete(`/api/posts/${post}`);
  for (const url of [
    '/api/posts?filters[title]=Vanishing',
    '/api/posts?_q=Vanishing&status=draft',
    '/api/people?populate=*&filters[posts][title]=Vanishing',
    `/api/people/${person}?populate=*`,
    '/api/sync',
  ])
    expect(JSON.stringify((await api.get(url)).body), url).not.toContain('Vanishing');
  expect((await api.get('/api/posts?pagination[pageSize]=1')).body.meta.pagination.total).toBe(before - 1);
  expect((await api.get('/api/posts/uid?field=slug&title=Vanishing')).status).toBeLessThan(500);
});
