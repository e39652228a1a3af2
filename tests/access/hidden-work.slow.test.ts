// An editor's work on drafts and hidden types changes no byte and no header of the answers to callers without
// credentials.
import { beforeAll, describe, expect, it } from 'vitest';
import { permissionsIn } from '../../lib/platform/access/index.ts';
import { defaultConfig, type Config } from '../../lib/platform/config/index.ts';
import { routes } from '../../lib/api/http/routes/index.ts';
import { createApi, schemaOf, type Reply, componentFile, relationTo } from '../setup/api.ts';
import { addFile, addEditor, addPublicRole, addUser, type Member } from '../setup/accounts.ts';
import { knownChanges } from '../setup/live.ts';
import { indexSite } from '../search/indexSite.ts';
import { isReading } from './matrix/credentials.ts';

const type = (
  singularName: string,
  pluralName: string,
  draftAndPublish: boolean,
  attributes: object,
  more = {},
  search?: object,
) =>
  JSON.stringify({
    info: { singularName, pluralName, displayName: singularName },
    ...{
      options: { draftAndPublish, search, ...(draftAndPublish ? { review: ['writing', 'ready'] } : {}) },
      attributes,
    },
    ...more,
  });

const schema = schemaOf({
  'components/part/quote.json': componentFile({ text: { type: 'string' }, from: relationTo('oneToOne', 'article') }),
  'article.json': type(
    ...['article', 'articles', true],
    {
      title: { type: 'string' },
      slug: { type: 'uid', targetField: 'title' },
      note: { type: 'string', private: true },
      picture: { type: 'media' },
      quote: { type: 'component', component: 'part.quote' },
      tags: relationTo('manyToMany', 'tag', { inversedBy: 'articles' }),
      similar: relationTo('oneToMany', 'article'),
      sequel: relationTo('oneToOne', 'article', { inversedBy: 'prequel' }),
      prequel: relationTo('oneToOne', 'article', { mappedBy: 'sequel' }),
      tasks: relationTo('oneToMany', 'task', { mappedBy: 'article' }),
      reviews: relationTo('manyToMany', 'review', { inversedBy: 'articles' }),
    },
    { pluginOptions: { i18n: { localized: true } } },
    { title: 10, quote: 1 },
  ),
  'tag.json': type('tag', 'tags', false, {
    word: { type: 'string' },
    articles: relationTo('manyToMany', 'article', { mappedBy: 'tags' }),
  }),
  'home.json': type(
    ...['home', 'homes', true],
    { title: { type: 'string' }, lead: relationTo('oneToOne', 'article') },
    { kind: 'singleType' },
  ),
  // The public may not find these two types.
  'task.json': type('task', 'tasks', false, {
    name: { type: 'string' },
    article: relationTo('manyToOne', 'article', { inversedBy: 'tasks' }),
    tag: relationTo('oneToOne', 'tag'),
    picture: { type: 'media' },
  }),
  'review.json': type(
    ...['review', 'reviews', true],
    { name: { type: 'string' }, articles: relationTo('manyToMany', 'article', { mappedBy: 'reviews' }) },
    {},
    { name: 5 },
  ),
});

const cachePolicy = { maxAge: 0, sharedMaxAge: 300, staleWhileRevalidate: 0 };
const uids = ['api::article.article', 'api::tag.tag', 'api::home.home', 'plugin::upload.file'];
const config: Config = {
  ...defaultConfig,
  cache: { ...defaultConfig.cache, types: Object.fromEntries(uids.map((uid) => [uid, cachePolicy])) },
};
const api = createApi(schema, config);

interface Fixture {
  readonly article: string;
  readonly other: string;
  readonly tag: string;
  readonly file: number;
  readonly user: number;
  readonly since: string;
  /** A time before the first change, in seconds. */
  readonly before: number;
}

const absentId = 'a'.repeat(24);

let fixture: Fixture;
let editor: Member;
let first: ReadonlyMap<string, string>;

const open = { as: null };

beforeAll(async () => {
  const service = api.service();
  const before = Math.floor(Date.now() / 1000);
  // Permissions on every type include the hidden ones.
  const hidden = /^api::(?:task|review|\*)/;
  await addPublicRole(
    service,
    [...permissionsIn({ schema })]
      .filter((name) => /\.(?:count|getPermissions|versions)$/.test(name) || isReading(name))
      .filter((name) => !hidden.test(name)),
  );
  await api.request('POST', '/api/i18n/locales', { body: { code: 'fr', name: 'fr' } });
  editor = await addEditor(
    service,
    ['findOne', 'update'].map((action) => ({ action: `api::article.article.${action}` })),
  );
  const [file, user] = [await addFile(service, 'a'), await addUser(service, 'maud', {})];
  const tag = await api.create('/api/tags', { word: 'red' });
  const other = await api.create('/api/articles', { title: 'Other' });
  const article = await api.create('/api/articles', {
    ...{ title: 'One', note: 'nobody reads this', picture: file, tags: [tag], sequel: other, similar: [other] },
    quote: { text: 'q', from: other },
  });
  await api.put('/api/home', { title: 'Home', lead: article });
  const since = (await api.get('/api/sync', open)).body.meta.next as string;
  fixture = { article, other, tag, file, user, since, before };
  await indexSite(service);
  first = await answers();
});

/** What stands in paths, unless a row below has requests of its own. */
const variables = ({ article }: Fixture): Readonly<Record<string, string>> => ({
  ...{ '{id}': '1', '{provider}': 'github', '{file}': 'start.js', '{resource}': 'Users' },
  ...{ '{contentType}': 'articles', '{documentId}': article, '{uid}': 'api::article.article' },
});

/**
 * The requests to paths that answer GET, if they need parameters, or more than one address. `tests/access/work` sends parameters to
 * releases, review, comments and the trash, which the public may not use here.
 */
const readsOf: Readonly<Record<string, (fixture: Fixture) => readonly string[]>> = {
  '/api/sync': ({ since }) => ['/api/sync', '/api/sync?types=articles&locale=en', `/api/sync?since=${since}`],
  '/api/live': ({ article, other, tag, before }) => [
    `/api/live?tags=${article},${other},${tag},${uids.join()}`,
    `/api/live?tags=${article},${other},${tag},${uids.join()}&since=${before}`,
    `/api/live?tags=api::task.task,api::review.review,${absentId}&since=${before}`,
  ],
  '/api/search': () => [
    '/api/search?q=one',
    '/api/search?q=other&fields=documentId&filters[documentId][$notNull]=true',
    '/api/articles?search=one',
  ],
  '/api/users': () => ['/api/users?populate=*'],
  '/api/users/{id}': ({ user }) => [`/api/users/${user}?populate=*`],
  '/api/upload/files/page': () => ['/api/upload/files/page?pagination[pageSize]=1'],
  '/api/upload/files/{id}': ({ file }) => [`/api/upload/files/${file}`],
  '/api/upload/files/{id}/usage': ({ file }) => [`/api/upload/files/${file}/usage`],
  '/api/{contentType}': () => [
    ...['/api/articles', '/api/articles?populate=*', '/api/articles?locale=fr', '/api/articles?locale=*'],
    ...['/api/articles?sort=title&pagination[pageSize]=1', '/api/articles?pagination[cursor]=&pagination[pageSize]=1'],
    ...['/api/articles?_q=o', '/api/articles?filters[sequel][title][$notNull]=true', '/api/articles?sort=sequel.title'],
    ...['/api/articles?populate[similar][count]=true&populate[tags][count]=true', '/api/articles?status=draft'],
    ...['/api/tags?populate=*', '/api/tags?populate[articles][count]=true', '/api/home', '/api/home?populate=*'],
    ...['/api/tasks', '/api/reviews', '/api/tags?status=draft&release=1', '/api/articles?status=draft&release=1'],
  ],
  '/api/{contentType}/{documentId}/versions': ({ article, tag }) => [
    ...[`/api/articles/${article}/versions`, `/api/tags/${tag}/versions`, '/api/tasks/none/versions'],
  ],
  '/api/{contentType}/{documentId}/versions/compare': ({ article, tag }) => [
    ...[`/api/articles/${article}/versions/compare?from=published`, `/api/tags/${tag}/versions/compare?from=1`],
    `/api/tags/${tag}/versions/compare?from=1&to=published`,
  ],
  '/api/{contentType}/{documentId}/versions/{number}': ({ article, tag }) => [
    ...[`/api/articles/${article}/versions/1`, `/api/articles/${article}/versions/1?status=published`],
    ...[`/api/tags/${tag}/versions/1`, `/api/tags/${tag}/versions/1?populate=*`],
  ],
  '/api/{contentType}/versions': () => ['/api/home/versions'],
  '/api/{contentType}/versions/compare': () => ['/api/home/versions/compare?from=published'],
  '/api/{contentType}/versions/{number}': () => ['/api/home/versions/1', '/api/home/versions/1?status=published'],
  '/api/{contentType}/uid': () => ['/api/articles/uid?title=One'],
  '/api/{contentType}/{documentId}': ({ article, other, tag }) => [
    ...[`/api/articles/${article}`, `/api/articles/${article}?populate=*`, `/api/articles/${article}?fields=title`],
    ...[`/api/articles/${article}?locale=fr`, `/api/articles/${article}?locale=fr&fallbackLocale=en`],
    ...[`/api/articles/${article}?status=draft`, `/api/articles/${article}?populate=localizations`],
    ...[`/api/articles/${other}?populate=prequel`, `/api/tags/${tag}?populate=articles`, '/api/tasks/none'],
    `/api/tags/${tag}?status=draft&release=1&populate=articles`,
  ],
};

const paths = [...new Set(routes.filter(({ method }) => method === 'GET').map(({ path }) => path))];

/** The requests to each path. */
const reads = paths.map(
  (path) =>
    readsOf[path] ?? ((fixture: Fixture) => [path.replaceAll(/\{\w+\}/g, (name) => variables(fixture)[name] ?? name)]),
);

const varyingHeaders = ['x-request-id', 'server-timing'];

/** An answer without its times: a sync cursor contains one, too, and so does what a page knows of its tags. */
const answerOf = ({ status, headers, body }: Reply): string => {
  const stableHeaders = Object.entries(headers).filter(([name]) => !varyingHeaders.includes(name));
  const { next, since } = body?.meta ?? {};
  const withoutTime = {
    ...(next === undefined ? {} : { next: 'a time' }),
    ...(since === undefined ? {} : { since: knownChanges(since) }),
  };
  const hasTime = Object.keys(withoutTime).length > 0;
  const same = hasTime ? { ...body, meta: { ...body.meta, ...withoutTime } } : body;
  // The ETag hashes the time.
  const compared = hasTime ? stableHeaders.filter(([name]) => name !== 'etag') : stableHeaders;
  return JSON.stringify([status, compared, same]);
};

/** One after the other: on a slow machine, a read that waits two seconds for its place is refused. */
const answers = async (): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>();
  for (const url of reads.flatMap((one) => one(fixture))) found.set(url, answerOf(await api.get(url, open)));
  return found;
};

/** The answers that differ from the first ones. */
const changedIn = (now: ReadonlyMap<string, string>) =>
  [...first].filter(([url, answer]) => now.get(url) !== answer).map(([url, answer]) => [url, answer, now.get(url)]);

const done = async (method: string, url: string, data?: object): Promise<void> => {
  const { status, body } = await api.request(method, url, data === undefined ? {} : { body: { data } });
  if (status >= 300) throw new Error(JSON.stringify(body));
};

/** One thing that an editor does. */
type Work = (fixture: Fixture) => Promise<unknown>;

/** What an editor does, in this order. Within a group, nothing undoes what was done before, so one comparison sees all of it. */
const hiddenWork: readonly (readonly [name: string, works: readonly Work[]])[] = [
  [
    'edits a draft, removes its links, and plans its publication',
    [
      ({ article }) => done('PUT', `/api/articles/${article}?status=draft`, { title: 'Two' }),
      // A private attribute.
      ({ article }) => done('PUT', `/api/articles/${article}?status=draft`, { note: 'to do' }),
      ({ article }) =>
        done('PUT', `/api/articles/${article}?status=draft`, { picture: null, tags: [], sequel: null, quote: null }),
      async ({ article }) => {
        const { body } = await api.request('POST', '/api/content-releases', { body: { name: 'Spring' } });
        const action = { type: 'publish', contentType: 'api::article.article', entryDocumentId: article };
        await api.request('POST', `/api/content-releases/${body.data.id}/actions`, { body: action });
      },
      ({ article }) =>
        api.request('PUT', `/api/articles/${article}/schedule`, {
          body: { scheduledAt: '2040-07-01T10:00', timezone: 'UTC' },
        }),
      async ({ article }) => {
        const call = { as: editor.as, body: { data: { text: 'Secret', path: 'note' } } };
        const { status } = await api.request('POST', `/api/articles/${article}/comments`, call);
        if (status !== 201) throw new Error(String(status));
      },
      ({ article }) => done('PUT', `/api/articles/${article}/stage`, { name: 'ready' }),
    ],
  ],
  [
    'discards a draft, edits the draft of a single type, and creates a draft that links to published documents',
    [
      ({ article }) => done('POST', `/api/articles/${article}/actions/discard-draft`),
      ({ other }) => done('PUT', '/api/home?status=draft', { title: '?', lead: other }),
      ({ article, tag, file }) =>
        api.create('/api/articles?status=draft', {
          ...{ title: 'Hidden', sequel: article, similar: [article], tags: [tag], picture: file },
          quote: { text: 'q', from: article },
        }),
    ],
  ],
  [
    'deletes a draft that links to published documents, and adds one in another language',
    [
      async ({ article, other }) => {
        const draft = await api.create('/api/articles?status=draft', {
          title: 'Hidden too',
          prequel: other,
          similar: [article],
        });
        await done('DELETE', `/api/articles/${draft}`);
      },
      ({ article }) => done('PUT', `/api/articles/${article}?status=draft&locale=fr`, { title: 'Un' }),
    ],
  ],
  [
    'removes that draft, and links from the other side and from hidden documents',
    [
      ({ article }) => done('DELETE', `/api/articles/${article}?locale=fr`),
      ({ article, tag }) => done('PUT', `/api/articles/${article}?status=draft`, { prequel: null, tags: [tag] }),
      ({ article, tag, file }) => api.create('/api/tasks', { name: 'T', article, tag, picture: file }),
      ({ article }) => api.create('/api/reviews?status=draft', { name: 'R', articles: [article] }),
    ],
  ],
];

describe('the answers to a caller without credentials', () => {
  it('cover every path that answers GET', () => {
    expect(Object.keys(readsOf).filter((path) => !paths.includes(path))).toEqual([]);
    expect([...first.keys()].filter((url) => url.includes('{'))).toEqual([]);
  });

  it('are documents, lists and pages, and do not change on their own', async () => {
    expect(changedIn(await answers())).toEqual([]);
    const found = [...first.values()].filter((answer) => answer.startsWith('[200'));
    expect(found.length).toBeGreaterThan(30);
    expect(found.filter((answer) => answer.includes('surrogate-key')).length).toBeGreaterThan(15);
    expect(first.get(`/api/articles/${fixture.article}`)).toContain('"title":"One"');
    expect(first.get('/api/search?q=one')).toContain('<mark>One</mark>');
  });

  it.each(hiddenWork)('stay the same when an editor %s', async (_name, works) => {
    for (const work of works) await work(fixture);
    await indexSite(api.service());
    expect(changedIn(await answers())).toEqual([]);
  });

  // Lectern does not store which attributes changed: docs/sync.md says so.
  it('change in sync alone, which repeats an unchanged entry, when a document of a hidden type is published', async () => {
    const entriesOf = (answer: string): readonly string[] =>
      JSON.parse(answer)[2]
        .data.map((change: object) => JSON.stringify(change))
        .toSorted();
    await api.create('/api/reviews', { name: 'One other', articles: [fixture.other] });
    await indexSite(api.service());
    const changed = changedIn(await answers());
    expect(changed.map(([url]) => url)).toEqual([`/api/sync?since=${fixture.since}`]);
    for (const [, before = '', after = ''] of changed) expect(entriesOf(after)).toEqual(entriesOf(before));
  });
});
