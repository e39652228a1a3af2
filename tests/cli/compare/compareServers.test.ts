// A comparison of two servers, from the requests to the report.
import { beforeEach, describe, expect, it } from 'vitest';
import { compareServers, formatComparison, isEqual, serverAt, type Comparison } from '../../../cli/compare/index.ts';
import { failed, fakeServer, ok, pageOf, type Answer, type FakeDocument } from './fakeServer.ts';
import { blog } from './schema.ts';

interface Content {
  posts: FakeDocument[];
  drafts: FakeDocument[];
  writers: FakeDocument[];
  home: object | undefined;
  /** Answers that come before all others. */
  first: Answer | undefined;
}

const content = { strapi: {} as Content, lectern: {} as Content };
const requests: string[] = [];

/** Answers from the content, which each test changes. */
const site =
  (name: keyof typeof content): Answer =>
  (url, token) => {
    const { posts, drafts, writers, home, first } = content[name];
    if (name === 'strapi') requests.push(decodeURIComponent(url.pathname + url.search));
    const own = first?.(url, token);
    if (own !== undefined && own.status > 0) return own;
    const [, , collection, documentId] = url.pathname.split('/');
    const isDraft = url.searchParams.get('status') === 'draft';
    if (collection === 'i18n') return ok([{ code: 'en' }]);
    if (collection === 'upload' || collection === 'users') return ok([]);
    if (collection === 'users-permissions') return ok({ roles: [] });
    if (collection === 'home') return home === undefined ? failed(404) : ok({ data: home, meta: {} });
    const documents = collection === 'writers' ? writers : isDraft ? drafts : posts;
    if (documentId === undefined) return pageOf(documents, url);
    return ok({ data: documents.find((document) => document.documentId === documentId), meta: {} });
  };

const urls = { strapi: await fakeServer(site('strapi')), lectern: await fakeServer(site('lectern')) };

beforeEach(() => {
  requests.length = 0;
  for (const name of ['strapi', 'lectern'] as const)
    content[name] = { posts: [], drafts: [], writers: [{ documentId: 'w' }], home: { title: 'x' }, first: undefined };
});

const compare = (
  options: { readonly maxDocuments?: number; readonly paths?: readonly string[] } = {},
): Promise<Comparison> =>
  compareServers({
    strapi: serverAt('Strapi', urls.strapi, 'one'),
    lectern: serverAt('Lectern', `${urls.lectern}/`, 'other'),
    ...{ schema: blog, maxDocuments: 100, paths: [], log: () => undefined, ...options },
  });

const post = (documentId: string, more: object = {}): FakeDocument => ({ documentId, locale: 'en', ...more });
const ids = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from }, (_, index) => `d${String(from + index).padStart(3, '0')}`);

describe('the same content', () => {
  it('is equal', async () => {
    content.strapi.posts = [post('b', { id: 1 }), post('a', { id: 2 })];
    content.lectern.posts = [post('a', { id: 2 }), post('b', { id: 1 })];
    const comparison = await compare();
    expect(comparison.findings.filter(({ reason }) => reason === undefined)).toEqual([]);
    expect(isEqual(comparison)).toBe(true);
    expect(formatComparison(comparison).at(-1)).toBe(
      '4 documents compared, each locale and version: nothing else differs',
    );
  });

  it('is equal with the roles and the administrator that only Lectern has', async () => {
    const role = (type: string) => ({ id: 1, documentId: type, type });
    const reply =
      (types: readonly string[], users: readonly string[]): Answer =>
      (url) => {
        if (url.pathname === '/api/users-permissions/roles') return ok({ roles: types.map(role) });
        const found = users.toSorted().map((type) => ({ documentId: `user ${type}`, role: role(type) }));
        return url.pathname === '/api/users' ? ok(found) : failed(0);
      };
    const shared = ['public', 'authenticated'];
    content.strapi.first = reply(shared, ['authenticated']);
    const own = ['administrator', 'editor', 'author'];
    content.lectern.first = reply([...shared, ...own], ['authenticated', 'administrator']);
    expect(isEqual(await compare())).toBe(true);
    content.lectern.first = reply([...shared, 'guest'], ['authenticated', 'public']);
    const { findings } = await compare();
    expect(findings.map(({ reason, first: { at, lectern } }) => [reason, at, lectern])).toEqual([
      [undefined, '', 'user public'],
      [undefined, 'roles[]', role('guest')],
    ]);
    content.strapi.first = reply([...shared, 'editor'], ['authenticated', 'editor']);
    content.lectern.first = reply(shared, ['authenticated']);
    expect(isEqual(await compare())).toBe(false);
  });

  it('is not equal with content that has such roles and only Lectern has', async () => {
    const author = { type: 'author' };
    content.strapi.posts = [post('a', { roles: [] })];
    content.lectern.posts = [post('a', { roles: [author] }), post('b', { role: author })];
    const { findings } = await compare();
    expect(findings.map(({ first: { at } }) => at)).toEqual(expect.arrayContaining(['roles[]', '']));
    expect(findings.filter(({ reason }) => reason?.item.startsWith('Users of the editor'))).toEqual([]);
  });

  it('is requested in each locale that both have, each version, and with everything inside', async () => {
    content.strapi.posts = content.lectern.posts = [post('a')];
    content.strapi.first = ({ pathname }) =>
      pathname === '/api/i18n/locales' ? ok([{ code: 'en' }, { code: 'de' }]) : failed(0);
    await compare();
    expect(requests).toContain('/api/posts?locale=en');
    expect(requests).toContain('/api/posts?status=draft&locale=en');
    expect(requests.join('\n')).not.toContain('locale=de');
    expect(requests).toContain('/api/posts/a?locale=en&populate=*');
    expect(requests).toContain(
      '/api/posts?locale=en&populate[cover]=true&populate[author]=true&populate[seo][populate][picture]=true' +
        '&populate[body][on][shared.seo][populate][picture]=true&populate[body][on][shared.text]=true' +
        '&sort=documentId:asc&pagination[page]=1&pagination[pageSize]=50',
    );
    expect(requests).toContain('/api/home?populate=*');
  });
});

describe('different content', () => {
  it('is found on every page', async () => {
    content.strapi.posts = ids(0, 120).map((id) => post(id, { title: 'same' }));
    content.lectern.posts = ids(0, 120).map((id) => post(id, { title: id === 'd110' ? 'other' : 'same' }));
    const { findings } = await compare({ maxDocuments: 1000 });
    expect(findings.filter(({ reason }) => reason === undefined)).toMatchObject([
      { subject: 'posts in en', count: 2, first: { at: 'title', strapi: 'same', lectern: 'other' } },
    ]);
  });

  it('names documents that only one server has, and pairs those after them', async () => {
    content.strapi.posts = ids(0, 70).map((id) => post(id));
    content.lectern.posts = ids(1, 71).map((id) => post(id));
    const { findings } = await compare();
    const missing = findings.filter(({ reason, first }) => reason === undefined && first.at === '');
    expect(missing).toMatchObject([{ count: 4, first: { strapi: 'd000', lectern: undefined } }]);
  });

  it('is not searched beyond the limit, which the report says', async () => {
    content.strapi.posts = ids(0, 120).map((id) => post(id));
    content.lectern.posts = ids(0, 120).map((id) => post(id, id > 'd060' ? { title: 'other' } : {}));
    const comparison = await compare({ maxDocuments: 60 });
    expect(isEqual(comparison)).toBe(true);
    expect(comparison.notes).toContain('posts in en: only the first 60 documents were compared (--documents)');
    expect(requests.filter((path) => path.includes('pagination[page]=3'))).toEqual([]);
  });

  it('counts in a single type, in users, and in a path of the file', async () => {
    content.lectern.home = undefined;
    content.lectern.first = ({ pathname }) =>
      pathname === '/api/users' ? ok([{ documentId: 'u' }]) : pathname === '/api/x' ? failed(400) : failed(0);
    content.strapi.first = ({ pathname }) => (pathname === '/api/x' ? failed(404) : failed(0));
    const { findings } = await compare({ paths: ['/api/x'] });
    expect(findings.map(({ subject, first }) => [subject, first.strapi, first.lectern])).toEqual([
      ['home', 200, 404],
      ['/api/users?populate=*', undefined, 'u'],
      ['/api/x', 404, 400],
    ]);
  });
});

describe('a server that does not answer', () => {
  const refusing =
    (status: number, when: (url: URL) => boolean): Answer =>
    (url) =>
      failed(when(url) ? status : 0);

  it('names the token for 403, and is not equal', async () => {
    content.strapi.first = refusing(403, ({ pathname }) => pathname === '/api/writers');
    const comparison = await compare();
    expect(comparison.refusals).toEqual([
      'Strapi answers 403 to writers: pass a token that may read them with --token',
    ]);
    expect(isEqual(comparison)).toBe(false);
    expect(formatComparison(comparison).at(-1)).toBe(
      'compared 1 document: differences at 0 places, 1 request not compared',
    );
  });

  it('leaves out drafts that a token may not read', async () => {
    content.lectern.first = refusing(403, ({ searchParams }) => searchParams.has('status'));
    const comparison = await compare();
    expect(comparison.notes).toEqual([
      'not compared: Lectern answers 403 to drafts of posts in en: pass a token that may read them with --lectern-token',
    ]);
    expect(isEqual(comparison)).toBe(true);
  });

  it('names a type that a server does not have', async () => {
    content.strapi.first = refusing(404, ({ pathname }) => pathname === '/api/writers');
    expect((await compare()).refusals).toEqual(['Strapi has no /api/writers (404)']);
  });

  it('gives the reason for any other status, and compares the rest', async () => {
    content.lectern.first = refusing(
      500,
      ({ pathname, search }) => pathname === '/api/writers' && search.includes('*'),
    );
    const { refusals, documents } = await compare();
    expect(refusals).toEqual([expect.stringContaining('Lectern answers 500 to /api/writers?populate=*')]);
    expect(refusals[0]).toContain(': the reason');
    expect(documents).toBe(1);
  });

  it.each<[what: string, answer: Answer, message: RegExp]>([
    [
      'refuses its token',
      () => failed(401),
      /^Strapi at \S+ refuses the token \(401\): pass a valid one with --token$/,
    ],
    [
      'answers no JSON',
      () => ok('<html>'),
      /^Strapi at \S+ does not answer JSON to \/api\S+: is it the URL of Strapi\?$/,
    ],
    ['redirects', () => ({ status: 301, body: '' }), /^Strapi at \S+ redirects to another URL: name that server$/],
  ])('stops the comparison if it %s', async (_, answer, message) => {
    content.strapi.first = answer;
    await expect(compare()).rejects.toThrow(message);
  });

  it('stops the comparison if it cannot be reached', async () => {
    const strapi = serverAt('Strapi', 'http://127.0.0.1:1', 'secret');
    const lectern = serverAt('Lectern', urls.lectern, undefined);
    const comparison = compareServers({
      strapi,
      lectern,
      schema: blog,
      maxDocuments: 1,
      paths: [],
      log: () => undefined,
    });
    await expect(comparison).rejects.toThrow(/^Strapi at http:\/\/127\.0\.0\.1:1 cannot be reached: (?!.*secret)/);
  });
});

it.each(['cms.example.org', 'ftp://cms.example.org', 'https://cms.example.org/?a=1'])(
  '%s is no URL of a server',
  (url) => {
    expect(() => serverAt('Strapi', url, undefined)).toThrow(
      'The URL of Strapi must look like https://cms.example.org',
    );
  },
);

describe('a hostile server', () => {
  it('chooses no other path of the other one', async () => {
    content.strapi.posts = content.lectern.posts = [post('../users/me?x=1#')];
    await compare();
    expect(requests.filter((request) => request.startsWith('/api/users/me'))).toEqual([]);
    expect(requests).toContain('/api/posts/../users/me?x=1#?locale=en&populate=*');
  });

  it('writes no control characters to the terminal', async () => {
    content.strapi.first = ({ pathname }) =>
      pathname === '/api/posts' ? { status: 500, body: { error: { message: '\u001b[2Jgone' } } } : failed(0);
    expect(formatComparison(await compare()).join('\n')).toContain('gone');
    expect(formatComparison(await compare()).join('')).not.toContain('\u001b');
  });

  it('has no URL with a fragment, which would hide every path', () => {
    expect(() => serverAt('Strapi', 'https://cms.example.org/#/admin', 'one')).toThrow('must look like');
  });
});
