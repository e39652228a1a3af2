// Nobody learns through a version or a comparison what the document itself would not show.
import { afterEach, describe, expect, it } from 'vitest';
import type { Permission } from '../../../lib/platform/access/index.ts';
import { addMember, type Member } from '../../setup/accounts.ts';
import { componentFile, relationTo, schemaOf, typeFile, withDrafts } from '../../setup/api.ts';
import { createHistorySite } from '../historySite.ts';

const schema = schemaOf({
  'post.json': typeFile(
    'post',
    {
      title: { type: 'string' },
      section: { type: 'string' },
      note: { type: 'string', private: true },
      secret: { type: 'password' },
      author: relationTo('manyToOne', 'person'),
      related: relationTo('manyToMany', 'post'),
      topics: relationTo('manyToMany', 'topic'),
      reviewer: { ...relationTo('manyToOne', 'person'), private: true },
      box: { type: 'component', component: 'part.box' },
    },
    withDrafts,
  ),
  'topic.json': typeFile('topic', { name: { type: 'string' } }, withDrafts),
  'person.json': typeFile('person', { name: { type: 'string' } }),
  'components/part/box.json': componentFile({
    text: { type: 'string' },
    hint: { type: 'string', private: true },
    from: relationTo('oneToOne', 'person'),
  }),
});

let readable: { readonly section: string } | true = true;
const site = createHistorySite({}, schema, [{ types: { 'api::post.post': { canRead: () => readable } } }]);
const posts = 'api::post.post';
const people = 'api::person.person';
const on = (uid: string, ...actions: readonly string[]) => actions.map((action) => ({ action: `${uid}.${action}` }));
const editing = on(posts, 'find', 'findOne', 'update', 'versions');
const inNews = { filters: { section: { $eq: 'news' } } };

/** The permissions with a condition on one. */
const withCondition = (action: string, condition: object) => [
  ...editing.filter((one) => one.action !== `${posts}.${action}`),
  { action: `${posts}.${action}`, ...condition },
];

const member = (permissions: readonly Permission[]): Promise<Member> => addMember(site.service(), permissions);

const versionsOf = (documentId: string, rest = '', { as }: Pick<Member, 'as'>) =>
  site.get(`/api/posts/${documentId}/versions${rest}`, { as });

/** The statuses of all requests about a version. */
const statusesFor = async (documentId: string, number: number, { as }: Member): Promise<readonly number[]> => {
  const url = `/api/posts/${documentId}/versions`;
  const sent = [
    await site.get(`${url}/${number}`, { as }),
    await site.get(`${url}/compare?from=${number}`, { as }),
    await site.get(`${url}/compare?from=draft&to=${number}`, { as }),
    await site.put(`${url}/${number}`, { name: 'Named' }, { as }),
    await site.request('POST', `${url}/${number}/restore`, { as }),
  ];
  return sent.map(({ status }) => status);
};

const all = (status: number): readonly number[] => [status, status, status, status, status];

const create = (data: object, as?: Member['as']): Promise<string> =>
  site.create('/api/posts?status=draft', data, as === undefined ? {} : { as });

const edit = async (documentId: string, data: object): Promise<void> => {
  expect((await site.put(`/api/posts/${documentId}?status=draft`, data)).status).toBe(200);
};

afterEach(() => {
  readable = true;
});

describe('a caller whose permission has a condition', () => {
  it.each(['find', 'findOne', 'update', 'versions'])(
    'sees no version outside of the condition of %s, and none of a document that is outside now',
    async (action) => {
      // The condition of find does not apply to reads of one document.
      const expected = action === 'find' ? 200 : 404;
      const reader = await member(withCondition(action, inNews));
      const one = await create({ title: 'A', section: 'sport' });
      await edit(one, { section: 'news' });
      const other = await create({ title: 'B', section: 'news' });
      await edit(other, { section: 'sport' });
      for (const move of [() => Promise.resolve(), site.runRelay]) {
        await move();
        expect(await statusesFor(one, 2, reader)).toEqual(all(200));
        expect(await statusesFor(one, 1, reader)).toEqual(all(expected));
        expect((await versionsOf(other, '', reader)).status).toBe(expected);
        expect(await statusesFor(other, 1, reader)).toEqual(all(expected));
      }
    },
  );

  it('sees the versions of documents that it created', async () => {
    const author = await member([
      ...on(posts, 'find', 'findOne', 'create'),
      ...on(posts, 'update', 'versions').map((one) => ({ ...one, own: true as const })),
    ]);
    const own = await create({ title: 'Own' }, author.as);
    const other = await create({ title: 'Other' });
    expect(await statusesFor(own, 1, author)).toEqual(all(200));
    expect(await statusesFor(other, 1, author)).toEqual(all(404));
  });

  it('sees no version that project code hides', async () => {
    const reader = await member(editing);
    const one = await create({ title: 'A', section: 'sport' });
    await edit(one, { section: 'news' });
    readable = { section: 'news' };
    expect(await statusesFor(one, 1, reader)).toEqual(all(404));
    expect(await statusesFor(one, 2, reader)).toEqual(all(200));
    readable = { section: 'sport' };
    expect(await statusesFor(one, 1, reader)).toEqual(all(404));
    expect((await versionsOf(one, '', reader)).status).toBe(404);
  });

  it('lists only versions that it could have read, without the names of others', async () => {
    const reader = await member(withCondition('findOne', inNews));
    const one = await create({ title: 'A', section: 'sport' });
    await site.put(`/api/posts/${one}/versions/1`, { name: 'A private name' });
    await edit(one, { section: 'news' });
    await edit(one, { section: 'sport' });
    await edit(one, { section: 'news' });
    for (const move of [() => Promise.resolve(), site.runRelay]) {
      await move();
      const list = async (query: string) => {
        const { body } = await versionsOf(one, query, reader);
        return [body.data.map(({ number }: { number: number }) => number), body.meta.pagination.nextCursor];
      };
      expect(await list('')).toEqual([[4, 2], null]);
      expect(await list('?pagination[pageSize]=2')).toEqual([[4], '3']);
      expect(await list('?pagination[pageSize]=2&pagination[cursor]=3')).toEqual([[2], null]);
    }
  });

  it('compares and restores only what was published inside of the condition', async () => {
    const one = await create({ title: 'A', section: 'news' });
    await site.request('POST', `/api/posts/${one}/actions/publish`);
    await edit(one, { title: 'B' });
    const reader = await member(withCondition('findOne', { filters: { title: { $eq: 'B' } } }));
    expect((await versionsOf(one, '/compare?from=draft', reader)).status).toBe(200);
    expect((await versionsOf(one, '/compare?from=published', reader)).status).toBe(404);
    expect((await versionsOf(one, '/compare?from=3&status=published', reader)).status).toBe(404);
    const restore = `/api/posts/${one}/versions/3/restore`;
    expect((await site.request('POST', `${restore}?status=published`, { as: reader.as })).status).toBe(404);
    expect((await site.request('POST', restore, { as: reader.as })).status).toBe(200);
  });
});

describe('every caller', () => {
  it('needs the permission to update for what writes', async () => {
    const one = await site.create('/api/people', { name: 'Ann' });
    await site.put(`/api/people/${one}`, { name: 'Anna' });
    const { as } = await member(on(people, 'find', 'findOne', 'versions'));
    const url = `/api/people/${one}/versions/1`;
    expect((await site.get(url, { as })).status).toBe(200);
    expect((await site.put(url, { name: 'Named' }, { as })).status).toBe(403);
    expect((await site.request('POST', `${url}/restore`, { as })).status).toBe(403);
    const cautious = await member([
      ...on(people, 'find', 'findOne', 'versions'),
      { action: `${people}.update`, filters: { name: { $eq: 'Bob' } } },
    ]);
    expect((await site.put(url, { name: 'Named' }, { as: cautious.as })).status).toBe(403);
    expect((await site.request('POST', `${url}/restore`, { as: cautious.as })).status).toBe(403);
  });

  it('sees no private attribute and no password, and cannot query one', async () => {
    const person = await site.create('/api/people', { name: 'Ann' });
    const one = await create({ title: 'A', note: 'private words', secret: 'a password', reviewer: person });
    await edit(one, { note: 'other words', reviewer: null, box: { hint: 'private hint' } });
    await edit(one, { box: { hint: 'another hint' } });
    for (const rest of ['/1', '/1?populate=*', '/compare?from=1&to=2', '/compare?from=2', '/compare?from=1']) {
      const { status, body } = await site.get(`/api/posts/${one}/versions${rest}`);
      expect(status, rest).toBe(200);
      expect(JSON.stringify(body), rest).not.toMatch(/\b(?:words|hint|note)\b|reviewer|secret|\$scrypt|password/);
    }
    const unit = { as: 'full-access' } as const;
    for (const query of ['fields=note', 'populate=reviewer', 'filters[note][$contains]=words', 'sort=note']) {
      const read = await site.get(`/api/posts/${one}?status=draft&${query}`, unit);
      const version = await site.get(`/api/posts/${one}/versions/1?${query}`, unit);
      expect([version.status, version.body.error?.message], query).toEqual([read.status, read.body.error?.message]);
    }
    const edited = await site.get(`/api/posts/${one}/versions/compare?from=1&to=2&view=edit`);
    expect(edited.body.data.map(({ path }: { path: string }) => path)).toEqual(['note', 'reviewer', 'box']);
    const { as } = await member(on(people, 'find', 'findOne', 'versions'));
    expect((await site.get(`/api/people/${person}/versions/1?view=edit`, { as })).status).toBe(403);
    expect((await site.get(`/api/people/${person}/versions/compare?from=1&view=edit`, { as })).status).toBe(403);
  });

  it('sees no private attribute of a version from before the site kept a history', async () => {
    const one = await create({ title: 'A', note: 'private words', box: { text: 'a', hint: 'private hint' } });
    await (await site.documents('posts')).updateOne({ documentId: one }, { $unset: { written: 1 } });
    await edit(one, { title: 'B', note: 'other words', box: { text: 'b', hint: 'other hint' } });
    for (const rest of ['/1?populate=*', '/compare?from=1']) {
      const { status, body } = await site.get(`/api/posts/${one}/versions${rest}`);
      expect(status, rest).toBe(200);
      expect(JSON.stringify(body), rest).not.toMatch(/\b(?:words|hint)\b/);
    }
  });

  it('learns nothing about documents of a type that it may not find', async () => {
    const reader = await member(editing);
    const [ann, bob] = [
      await site.create('/api/people', { name: 'Ann' }),
      await site.create('/api/people', { name: 'Bob' }),
    ];
    const one = await create({ title: 'A', author: ann, box: { text: 'a', from: ann } });
    await edit(one, { title: 'B', author: bob, box: { text: 'b', from: bob } });
    await site.delete(`/api/people/${ann}`);
    for (const move of [() => Promise.resolve(), site.runRelay]) {
      await move();
      for (const query of ['populate=author', 'populate[box][populate]=from', 'filters[author][name]=Ann']) {
        const read = await site.get(`/api/posts/${one}?status=draft&${query}`, { as: reader.as });
        const version = await versionsOf(one, `/1?${query}`, reader);
        expect([version.status, version.body.error], query).toEqual([read.status, read.body.error]);
      }
      const answer = (await versionsOf(one, '/1?populate=*', reader)).body;
      expect(answer.meta).toMatchObject({ missingCount: 0, unknownAttributes: [] });
      const { data, meta } = (await versionsOf(one, '/compare?from=1&to=2', reader)).body;
      expect(data.map(({ path }: { path: string }) => path)).toEqual(['title', 'box.text']);
      expect(meta.from.missingCount).toBe(0);
      expect(JSON.stringify([answer, data])).not.toMatch(new RegExp(`${ann}|${bob}`));
    }
    const { status, body } = await site.request('POST', `/api/posts/${one}/versions/1/restore`, { as: reader.as });
    expect([status, body.meta.restored.leftOut]).toEqual([200, []]);
    const { author, box } = (
      await site.get(`/api/posts/${one}?status=draft&populate[box][populate]=from&populate[author]=true`)
    ).body.data;
    expect([author.name, box.text, box.from.name]).toEqual(['Bob', 'a', 'Bob']);
  });

  it('learns nothing about documents outside of a condition, also after their deletion', async () => {
    const reader = await member([...editing, { action: `${people}.find`, filters: { name: { $eq: 'Ann' } } }]);
    const [ann, bob] = [
      await site.create('/api/people', { name: 'Ann' }),
      await site.create('/api/people', { name: 'Bob' }),
    ];
    const one = await create({ title: 'A', author: bob });
    await edit(one, { author: ann });
    const compare = async (as: Member['as'] | 'full-access') =>
      (await site.get(`/api/posts/${one}/versions/compare?from=1&to=2`, { as })).body;
    expect((await compare(reader.as)).data).toMatchObject([{ path: 'author', from: null, to: ann }]);
    expect((await compare('full-access')).data).toMatchObject([{ path: 'author', from: bob, to: ann }]);
    await site.delete(`/api/people/${bob}`);
    expect((await compare(reader.as)).meta.from.missingCount).toBe(0);
    // Project code restricts what a token reads too, but only posts.
    expect((await compare('full-access')).meta.from.missingCount).toBe(1);
    expect((await versionsOf(one, '/1', reader)).body.meta.missingCount).toBe(0);
    const { body } = await site.request('POST', `/api/posts/${one}/versions/1/restore`, { as: reader.as });
    expect(body.meta.restored.leftOut).toEqual([]);
  });

  it('keeps links that it may not see, where the version has the same for it', async () => {
    const reader = await member([...editing, { action: `${people}.find`, filters: { name: { $eq: 'Ann' } } }]);
    const bob = await site.create('/api/people', { name: 'Bob' });
    const [visible, hidden] = [await create({ title: 'Visible' }), await create({ title: 'Hidden' })];
    const related = await member([
      ...on(posts, 'find', 'findOne', 'versions'),
      { action: `${posts}.update`, filters: { title: { $ne: 'Hidden' } } },
    ]);
    const one = await create({ title: 'A', author: bob, related: [hidden, visible] });
    await edit(one, { title: 'B' });
    const restore = (paths: readonly string[], { as }: Member) =>
      site.request('POST', `/api/posts/${one}/versions/1/restore`, { as, body: { data: { paths } } });
    const linksOf = async () => {
      const url = `/api/posts/${one}?status=draft&populate[author]=true&populate[related]=true`;
      const { author, related: list } = (await site.get(url)).body.data;
      return [author?.name, list.map(({ title }: { title: string }) => title)];
    };
    for (const paths of [['title'], ['author'], ['author', 'title']])
      expect((await restore(paths, reader)).status).toBe(200);
    for (const paths of [['related'], ['title', 'related']]) expect((await restore(paths, related)).status).toBe(200);
    for (const { as } of [reader, related])
      expect((await site.request('POST', `/api/posts/${one}/versions/1/restore`, { as })).status).toBe(200);
    expect(await linksOf()).toEqual(['Bob', ['Hidden', 'Visible']]);
    // A list that differs for the caller is replaced, as with any update.
    await edit(one, { author: null, related: [hidden] });
    await restore(['related'], related);
    expect(await linksOf()).toEqual([undefined, ['Visible']]);
  });

  it('learns nothing about deleted drafts that it could not read', async () => {
    const reader = await member([
      ...on(posts, 'find', 'findOne', 'create', 'versions'),
      { action: `${posts}.update`, own: true },
    ]);
    const own = await create({ title: 'Own' }, reader.as);
    const draft = await create({ title: 'Hidden' });
    await edit(own, { related: [draft] });
    await edit(own, { title: 'Again' });
    await site.delete(`/api/posts/${draft}`);
    expect((await versionsOf(own, '/2?populate=related', reader)).body).toMatchObject({
      data: { related: [] },
      meta: { missingCount: 0 },
    });
    const { body } = await site.get(`/api/posts/${own}/versions/2`);
    expect(body.meta.missingCount).toBe(1);
    const finder = await member([...editing, ...on('api::topic.topic', 'find')]);
    const topic = await site.create('/api/topics?status=draft', { name: 'Hidden' });
    const one = await create({ title: 'A', topics: [topic] });
    await edit(one, { title: 'B' });
    await site.delete(`/api/topics/${topic}`);
    expect((await versionsOf(one, '/1', finder)).body.meta.missingCount).toBe(0);
    expect((await site.get(`/api/posts/${one}/versions/1`)).body.meta.missingCount).toBe(1);
  });
});
