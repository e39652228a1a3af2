// Reads with `release` tell nobody of drafts that the caller may not read.
import { beforeAll, describe, expect, it } from 'vitest';
import { addMember, type Member } from '../setup/accounts.ts';
import { afterRelease, createFutureSite, publish, unpublish } from './futureSite.ts';
import { inAnHour } from './releaseSite.ts';

const site = createFutureSite();
const { change } = site;
const create = (path: string, data: object) => site.create(`/api/${path}`, data);
const on = (name: string, actions: readonly string[], more: object = {}) =>
  actions.map((action) => ({ action: `api::${name}.${name}.${action}`, ...more }));
const [finding, drafting] = [
  ['find', 'findOne'],
  ['find', 'findOne', 'update'],
];
// All at the same moment, so that answers can be equal to the byte.
const schedule = inAnHour();

let author: string;
let news: string;
let sport: string;
let page: string;
/** Finds published documents. */
let reader: Member;
/** Reads drafts of authors, and finds published articles. */
let authorEditor: Member;
/** Reads drafts of articles in the section news, and of pages with an open title. */
let newsEditor: Member;

beforeAll(async () => {
  await site.request('POST', '/api/i18n/locales', { body: { code: 'fr', name: 'fr' } });
  author = await create('authors?status=draft', { name: 'New' });
  const tag = await create('tags', { name: 'Red' });
  news = await create('articles', { title: 'News', section: 'news', tags: [tag] });
  sport = await create('articles', { title: 'Sport', section: 'news', tags: [tag], related: [news] });
  await change(`articles/${news}?status=draft`, { title: 'News changed', author });
  await change(`articles/${sport}?status=draft`, {
    title: 'Sport hidden',
    section: 'sport',
    related: [],
    next: news,
    author,
  });
  page = await create('pages', { title: 'open', color: 'red' });
  await change(`pages/${page}?locale=fr`, { title: 'open' });
  await change(`pages/${page}?status=draft`, { title: 'open changed' });
  await change(`pages/${page}?status=draft&locale=fr`, { title: 'secret' });
  const service = site.service();
  reader = await addMember(
    service,
    ['article', 'author', 'tag', 'page'].flatMap((name) => on(name, finding)),
  );
  authorEditor = await addMember(service, [
    ...on('author', drafting),
    ...on('article', finding),
    ...on('tag', finding),
  ]);
  newsEditor = await addMember(service, [
    ...on('article', finding),
    ...on('article', ['update'], { filters: { section: { $eq: 'news' } } }),
    ...on('author', drafting),
    ...on('tag', finding),
    ...on('page', finding),
    ...on('page', ['update'], { filters: { title: { $contains: 'open' } } }),
  ]);
});

/** What shows every change of an article. */
const wholeArticles = ['/api/articles?populate=*'];

const urls = (): readonly string[] => [
  ...wholeArticles,
  '/api/articles?filters[title][$contains]=hidden',
  '/api/articles?filters[section]=sport',
  '/api/articles?sort=title&pagination[pageSize]=1',
  '/api/articles?sort=relating.title,author.name',
  `/api/articles/${sport}?populate=*`,
  `/api/articles/${news}?populate=*`,
  '/api/authors?populate[articles][sort]=title',
  '/api/authors?populate[articles][count]=true',
  '/api/authors?filters[articles][title][$contains]=hidden',
  '/api/tags?populate=articles',
  '/api/tags?filters[articles][section]=sport',
  '/api/pages?locale=*&populate=localizations&sort=title',
  `/api/pages/${page}?locale=fr`,
];

/** What a caller gets, without what no two answers share. One after the other: readers have few places. */
const answers = async (member: Member | undefined, release: number, paths = urls()) => {
  const found: { readonly url: string; readonly status: number; readonly body: unknown; readonly etag: unknown }[] = [];
  for (const url of paths) {
    const { status, body, headers } = await site.get(
      afterRelease(url, release),
      member === undefined ? {} : { as: member.as },
    );
    found.push({ url, status, body, etag: headers.etag });
  }
  return found;
};

/** Two releases, of which the second has more than the caller may know of. */
const expectSame = async (member: Member, seen: readonly object[], hidden: readonly object[]): Promise<void> => {
  const [one, other] = [await site.release(seen, schedule), await site.release([...seen, ...hidden], schedule)];
  const found = await answers(member, one);
  expect(await answers(member, other)).toEqual(found);
  expect(found.some(({ status }) => status === 200)).toBe(true);
  // What is hidden would change answers.
  expect(await answers(undefined, other, wholeArticles)).not.toEqual(await answers(undefined, one, wholeArticles));
};

describe('a preview link with a release', () => {
  const url = (): string => `/api/articles/${news}`;
  const link = (release: number, call: object) =>
    site.request('POST', `${url()}/actions/preview-link`, { ...call, body: { data: { release } } });

  it('shows what whoever made it may read', async () => {
    const [one, other] = [
      await site.release([publish('article', news)]),
      await site.release([publish('article', news), publish('article', sport)]),
    ];
    const read = async (release: number, call: object): Promise<unknown> => {
      const { token } = (await link(release, call)).body.data;
      return (await site.get(`${url()}?populate=*&preview=${token as string}`)).body;
    };
    const { as } = newsEditor;
    expect(await read(other, { as })).toEqual(await read(one, { as }));
    expect(await read(other, {})).not.toEqual(await read(one, {}));
  });

  it('ends with the user who made it', async () => {
    const { as, documentId } = await addMember(site.service(), [...on('article', ['find', 'findOne', 'update'])]);
    const { token } = (await link(await site.release([publish('article', news)]), { as })).body.data;
    const preview = `${url()}?preview=${token as string}`;
    expect((await site.get(preview)).status).toBe(200);
    const [user] = (await site.get(`/api/users?filters[documentId]=${documentId}`)).body;
    expect((await site.delete(`/api/users/${user.id}`)).status).toBe(200);
    expect((await site.get(preview)).status).toBe(401);
  });

  it('is made only for a release that exists for the caller', async () => {
    const hidden = await site.release([publish('article', sport)]);
    const { as } = newsEditor;
    expect([(await link(hidden, { as })).status, (await link(999_999, { as })).status]).toEqual([404, 404]);
    expect((await link(hidden, {})).status).toBe(200);
  });
});

describe('a read after a release', () => {
  it('needs the right to read drafts of the type', async () => {
    const release = await site.release([publish('article', news)]);
    for (const url of ['/api/articles', '/api/authors', `/api/articles/${news}`]) {
      expect((await site.get(afterRelease(url, release), { as: reader.as })).status).toBe(403);
      expect((await site.get(afterRelease(url, 999_999), { as: reader.as })).status).toBe(403);
      expect((await site.get(afterRelease(url, release), { as: 'published-only' })).status).toBe(403);
      expect((await site.get(afterRelease(url, release), { as: null })).status).toBe(403);
    }
  });

  it('does not know a release of drafts that the caller may not read', async () => {
    const release = await site.release([publish('article', sport)]);
    const reply = async (member: Member, url: string, id: number) => {
      const { status, body, headers } = await site.get(afterRelease(url, id), { as: member.as });
      return [status, body, headers.etag] as const;
    };
    for (const [member, url] of [
      [reader, '/api/tags'],
      [authorEditor, '/api/authors'],
      [newsEditor, '/api/articles'],
      [newsEditor, `/api/articles/${news}`],
      [newsEditor, `/api/articles/${'a'.repeat(24)}`],
    ] as const) {
      const found = await reply(member, url, release);
      expect(found).toEqual(await reply(member, url, 999_999));
      expect([found[0], found[1].error.message]).toEqual([404, 'Release not found']);
    }
  });

  it('leaves out drafts of types that the caller may only find', () =>
    expectSame(authorEditor, [publish('author', author)], [publish('article', sport), unpublish('article', news)]));

  it('leaves out drafts that the conditions of the caller exclude', () =>
    expectSame(newsEditor, [publish('article', news), publish('author', author)], [publish('article', sport)]));

  it('leaves out unpublications of drafts that the conditions of the caller exclude', () =>
    expectSame(newsEditor, [publish('article', news)], [unpublish('article', sport)]));

  it('leaves out locales whose drafts the caller may not read', async () => {
    const one = await site.release([publish('page', page, { locale: 'en' })], schedule);
    const all = await site.release([publish('page', page, { locale: '*' })], schedule);
    expect(await answers(newsEditor, all)).toEqual(await answers(newsEditor, one));
    const pages = ['/api/pages?locale=*'];
    expect(await answers(undefined, all, pages)).not.toEqual(await answers(undefined, one, pages));
  });

  it('leaves out links of drafts that the caller may not read', async () => {
    const release = await site.release([publish('author', author), publish('article', news)], schedule);
    const all = async () => [await answers(authorEditor, release), await answers(newsEditor, release)];
    const [before, seen] = [await all(), await answers(undefined, release, wholeArticles)];
    await change(`articles/${sport}?status=draft`, { author: null, related: [news], next: null });
    expect(await all()).toEqual(before);
    expect(await answers(undefined, release, wholeArticles)).not.toEqual(seen);
  });
});
