// Reads with `release` answer what the same reads answer after the release.
import { beforeAll, describe, expect, it } from 'vitest';
import { addMember } from '../setup/accounts.ts';
import { afterRelease, createFutureSite, publish, unpublish } from './futureSite.ts';
import { inMinutes, releasesPath } from './releaseSite.ts';

const site = createFutureSite();
const { change } = site;
const create = (path: string, data: object) => site.create(`/api/${path}`, data);

const documents: Record<string, string> = {};
let home: string;
let release: number;

beforeAll(async () => {
  await site.request('POST', '/api/i18n/locales', { body: { code: 'fr', name: 'fr' } });
  const tags = [await create('tags', { name: 'Red' }), await create('tags', { name: 'Blue' })];
  const author = await create('authors', { name: 'Ada' });
  const newcomer = await create('authors?status=draft', { name: 'New' });
  const leaving = await create('authors', { name: 'Leaving' });
  Object.assign(documents, { author, newcomer, leaving });
  // More than ten, so that relations of lists are read by queries for all rows.
  for (let index = 0; index < 14; index += 1) {
    const isDraft = index % 3 === 0;
    documents[`a${index}`] = await create(`articles${isDraft ? '?status=draft' : ''}`, {
      ...{
        title: `Article ${String(index).padStart(2, '0')}`,
        number: index,
        section: index % 2 === 0 ? 'news' : 'sport',
      },
      author: [author, newcomer, leaving][index % 3],
      tags: [tags[index % 2]],
      related: Object.values(documents).slice(3).slice(-4),
      quotes: [{ text: `Quote ${index}`, ...(index > 0 ? { source: documents[`a${index - 1}`] } : {}) }],
      ...(index > 0 && index % 2 === 0 ? { next: documents[`a${index - 1}`] } : {}),
    });
  }
  const of = (name: string): string => documents[name] ?? '';
  await change(`articles/${of('a1')}?status=draft`, {
    title: 'Changed',
    number: 100,
    section: 'culture',
    author: newcomer,
  });
  await change(`articles/${of('a2')}?status=draft`, { related: [of('a3'), of('a1'), of('a13')], next: of('a7') });
  await change(`articles/${of('a4')}?status=draft`, { related: [of('a2'), of('a8')], next: null, tags });
  await change(`articles/${of('a5')}?status=draft`, { related: [of('a1'), of('a3')], next: of('a3') });
  await change(`authors/${author}?status=draft`, { name: 'Ada L.' });
  documents.page = await create('pages', { title: 'English', color: 'red', lead: of('a1') });
  await change(`pages/${documents.page}?locale=fr`, { title: 'French' });
  documents.other = await create('pages?status=draft', { title: 'Other', color: 'green', lead: of('a3') });
  await change(`pages/${documents.page}?status=draft`, { title: 'Changed', color: 'blue', lead: of('a0') });
  await change('home', { title: 'Home', lead: leaving });
  await change('home?status=draft', { title: 'New home', lead: newcomer });
  home = (await site.get('/api/home?status=draft')).body.data.documentId;
  release = await site.release([
    ...['a0', 'a1', 'a2', 'a3'].map((name) => publish('article', of(name))),
    ...['a10', 'a11'].map((name) => unpublish('article', of(name))),
    ...[publish('author', newcomer), unpublish('author', leaving), publish('author', author)],
    ...[publish('page', documents.page, { locale: 'en' }), publish('page', documents.other, { locale: '*' })],
    publish('home', home),
  ]);
});

const lists = [
  '/api/articles',
  '/api/articles?pagination[pageSize]=3&pagination[page]=2',
  '/api/articles?pagination[pageSize]=20&populate=*',
  '/api/articles?pagination[pageSize]=20&sort=title:desc&populate[related][sort]=title&populate[relating][sort]=title:desc',
  '/api/articles?pagination[pageSize]=5&populate[relating]=true&populate[previous]=true&populate[next][populate]=author',
  '/api/articles?populate[related][filters][section]=news&populate[quotes][populate][source][populate]=author',
  '/api/articles?populate[quotes][filters][source][section]=culture',
  '/api/articles?populate[author][populate][articles][sort]=number:desc&populate[tags][populate][articles][count]=true',
  '/api/articles?sort=author.name,number',
  '/api/articles?sort=author.name:desc&pagination[pageSize]=4',
  '/api/articles?sort=relating.title,title&filters[number][$gt]=0',
  '/api/articles?sort=id:desc&pagination[pageSize]=4&fields=title',
  '/api/articles?filters[section]=culture',
  '/api/articles?filters[section][$ne]=news&pagination[withCount]=true',
  '/api/articles?filters[author][name]=New&sort=title',
  '/api/articles?filters[author][name][$null]=true',
  '/api/articles?filters[relating][title][$contains]=Changed',
  '/api/articles?filters[relating][id][$null]=true',
  '/api/articles?filters[previous][next][section]=news',
  '/api/articles?filters[quotes][source][section]=culture',
  '/api/articles?filters[number][$in]=100&filters[$or][0][tags][name]=Red&filters[$or][1][next][title][$startsWith]=A',
  '/api/articles?_q=changed',
  '/api/articles?pagination[mode]=cursor&pagination[pageSize]=5&sort=title',
  '/api/authors?populate[articles][sort]=title&populate[articles][limit]=2',
  '/api/authors?populate[articles][count]=true&sort=name:desc',
  '/api/authors?populate[articles][populate]=relating,tags&filters[articles][number][$gt]=4',
  '/api/tags?populate[articles][populate]=author&sort=articles.number',
  '/api/tags?filters[articles][title]=Changed',
  '/api/tags?populate[articles][limit]=3&populate[articles][start]=1',
  ...['en', 'fr', '*'].map((locale) => `/api/pages?locale=${locale}&populate=*&sort=title`),
  '/api/pages?locale=fr&fallbackLocale=en&populate=lead',
  '/api/pages?locale=*&filters[color]=blue&populate=localizations',
  '/api/pages?filters[lead][title][$startsWith]=Article',
  '/api/home?populate[lead][populate]=articles',
];

const named = new Set(['id', 'publishedAt', 'updatedAt', 'nextCursor']);
const withoutNamed = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, one) => (named.has(key) ? undefined : one)));
const answer = async (url: string) => {
  const { status, body } = await site.get(url);
  return { url: url.replace(/[?&]status=draft&release=\d+/, ''), status, body: withoutNamed(body) };
};
/** One after the other: readers have few places. */
const answersTo = async (all: readonly string[]) => {
  const found: Awaited<ReturnType<typeof answer>>[] = [];
  for (const url of all) found.push(await answer(url));
  return found;
};

const urls = (): readonly string[] => [
  ...lists,
  ...['a0', 'a1', 'a2', 'a5', 'a8', 'a10'].flatMap((name) => [
    `/api/articles/${documents[name]}?populate=*`,
    `/api/articles/${documents[name]}?filters[relating][number][$gt]=1&populate[relating][populate]=author`,
  ]),
  ...['author', 'newcomer', 'leaving'].map((name) => `/api/authors/${documents[name]}?populate=articles`),
  ...['en', 'fr'].map((locale) => `/api/pages/${documents.page}?locale=${locale}&populate=*`),
];
const inFuture = (url: string, id = release): string => afterRelease(url, id);

describe('a read after a release', () => {
  it('refuses what it cannot answer', async () => {
    const article = documents.a1;
    for (const [url, status] of [
      [`/api/articles?release=${release}`, 400],
      [`/api/articles?release=${release}&status=published`, 400],
      ['/api/articles?release=x&status=draft', 400],
      ['/api/articles?release=0&status=draft', 400],
      ['/api/articles?release[a]=1&status=draft', 400],
      ['/api/articles?release=999999&status=draft', 404],
      [inFuture('/api/articles?view=edit'), 400],
      [inFuture('/api/articles?search=word'), 400],
      [inFuture('/api/articles?publicationFilter=modified'), 400],
      [inFuture('/api/articles?hasPublishedVersion=true'), 400],
      [inFuture('/api/users'), 400],
      [inFuture('/api/sync'), 400],
    ] as const) {
      const reply = await site.get(url);
      expect([url, reply.status]).toEqual([url, status]);
    }
    const { body } = await site.get(`/api/articles?release=${release}`);
    expect(body.error.details).toMatchObject({ path: 'release' });
    expect((await site.put(inFuture(`/api/articles/${article}`), {})).status).toBe(400);
  });

  it('shows with a preview link what a draft will relate to', async () => {
    const url = `/api/pages/${documents.page}`;
    const { body } = await site.request('POST', `${url}/actions/preview-link`, {});
    const preview = `${url}?populate[lead][fields]=title&preview=${body.data.token}`;
    const lead = async (more: string, call = {}) => {
      const reply = await site.get(`${preview}${more}`, call);
      return [reply.status, reply.body.data?.title, reply.body.data?.lead?.title];
    };
    expect(await lead('')).toEqual([200, 'Changed', undefined]);
    expect(await lead(`&release=${release}`)).toEqual([200, 'Changed', 'Article 00']);
    expect(await lead(`&release=${release}`, { as: null })).toEqual([403, undefined, undefined]);
    expect(await lead('&release=999999', { as: null })).toEqual([403, undefined, undefined]);
    expect(await lead('&release=x')).toEqual([400, undefined, undefined]);
  });

  it('shows it without credentials with a preview link that contains the release', async () => {
    const url = `/api/pages/${documents.page}`;
    const createLink = (data: object) => site.request('POST', `${url}/actions/preview-link`, { body: { data } });
    const { token } = (await createLink({ release })).body.data;
    const reader = await addMember(site.service(), [
      ...[{ action: 'api::article.article.find' }, { action: 'api::article.article.findOne' }],
    ]);
    const lead = async (preview: string, more: string, call: object) => {
      const reply = await site.get(`${url}?populate[lead][fields]=title&preview=${preview}${more}`, call);
      return [reply.status, reply.body.data?.title, reply.body.data?.lead?.title];
    };
    // Related documents still are those of the caller.
    expect(await lead(token, '', { as: reader.as })).toEqual([200, 'Changed', 'Article 00']);
    expect(await lead(token, '', { as: null })).toEqual([200, 'Changed', undefined]);
    expect(await lead(token, `&release=${release}`, { as: null })).toEqual([200, 'Changed', undefined]);
    expect(await lead(token, `&release=${release + 1}`, { as: null })).toEqual([403, undefined, undefined]);
    const other = token.replace(/\.\d+(?=\.[^.]*\.[^.]*$)/, `.${release + 1}`);
    expect(other).not.toBe(token);
    expect(await lead(other, '', { as: reader.as })).toEqual([401, undefined, undefined]);
    // A link without the release shows what is published.
    const plain = (await createLink({})).body.data.token;
    expect(await lead(plain, '', { as: reader.as })).toEqual([200, 'Changed', undefined]);
    expect((await createLink({ release: 999_999 })).status).toBe(404);
    expect((await createLink({ release: 'x' })).body.error.details).toMatchObject({ errors: [{ path: ['release'] }] });
  });

  it('answers what the site answers after it', async () => {
    const before = await answersTo(urls());
    const future = await answersTo(urls().map((url) => inFuture(url)));
    // It changes nothing.
    expect(await answersTo(lists.slice(0, 5))).toEqual(before.slice(0, 5));
    const { status, body } = await site.request('POST', `${releasesPath}/${release}/publish`, {});
    expect([status, body.error]).toEqual([200, undefined]);
    const refused = before.filter((one) => one.status !== 200 && one.status !== 404);
    expect(refused).toEqual([]);
    const after = await answersTo(urls());
    for (const [index, one] of after.entries()) expect(future[index]).toEqual(one);
    expect(after.filter((one, index) => JSON.stringify(one) !== JSON.stringify(before[index])).length).toBeGreaterThan(
      30,
    );
    // A release that is done reads as the site is now.
    expect(await answersTo(lists.slice(0, 10).map((url) => inFuture(url)))).toEqual(after.slice(0, 10));
  });

  it('says when it happens', async () => {
    const draft = await create('articles?status=draft', { title: 'Planned' });
    const scheduledAt = inMinutes(60).toISOString();
    const planned = await site.release([publish('article', draft)], { scheduledAt, timezone: 'UTC' });
    const { body } = await site.get(inFuture(`/api/articles/${draft}`, planned));
    expect([body.data.publishedAt, body.data.updatedAt]).toEqual([scheduledAt, scheduledAt]);
    const unplanned = await site.release([publish('article', draft)]);
    const reply = await site.get(inFuture(`/api/articles/${draft}`, unplanned));
    expect(Math.abs(Date.parse(reply.body.data.publishedAt) - Date.now())).toBeLessThan(60_000);
    expect(reply.headers['cache-control']).toBe('private, no-store');
  });
});
