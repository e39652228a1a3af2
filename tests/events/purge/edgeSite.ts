// Simulates an edge: a cache in front of a site, which keeps every answer until a purge names one of its keys. Random writes change
// the site, and then no answer in the cache may differ from a new one.
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { Worker } from '../../../lib/background/index.ts';
import { addPublicRole } from '../../setup/accounts.ts';
import {
  componentFile,
  createApi,
  localized,
  relationTo,
  schemaOf,
  testConfig,
  typeFile,
  withDrafts,
  type Reply,
} from '../../setup/api.ts';
import { formOf } from '../../setup/uploads.ts';
import { loopOf, settings, type TestLoop } from '../../background/testWorker.ts';
import { seededRandom } from '../../access/leaks/random.ts';
import { accept, startStandIn } from '../../setup/httpStandIn.ts';

const text = { type: 'string' };

const schema = schemaOf({
  'components/part/quote.json': componentFile({
    text,
    from: relationTo('oneToOne', 'author'),
    picture: { type: 'media' },
  }),
  'article.json': typeFile(
    'article',
    {
      title: { ...text, ...localized },
      year: { type: 'integer' },
      author: relationTo('manyToOne', 'author', { inversedBy: 'articles' }),
      tags: relationTo('manyToMany', 'tag', { inversedBy: 'articles' }),
      cover: { type: 'media' },
      pictures: { type: 'media', multiple: true },
      quote: { type: 'component', component: 'part.quote' },
      body: { type: 'dynamiczone', components: ['part.quote'] },
    },
    { options: { draftAndPublish: true, search: { title: 10 } }, ...localized },
  ),
  'author.json': typeFile(
    'author',
    {
      name: text,
      articles: relationTo('oneToMany', 'article', { mappedBy: 'author' }),
      friend: relationTo('oneToOne', 'author'),
      portrait: { type: 'media' },
    },
    withDrafts,
  ),
  'tag.json': typeFile('tag', { name: text, articles: relationTo('manyToMany', 'article', { mappedBy: 'tags' }) }),
  'home.json': typeFile(
    'home',
    { title: text, articles: relationTo('oneToMany', 'article'), cover: { type: 'media' } },
    { kind: 'singleType', ...withDrafts },
  ),
});

const types = ['article', 'author', 'tag', 'home'] as const;
const file = 'plugin::upload.file';
const kept = { maxAge: 0, sharedMaxAge: 31_536_000, staleWhileRevalidate: 0 };
const cachedTypes = Object.fromEntries(
  [...types.map((name) => `api::${name}.${name}`), file].map((uid) => [uid, kept]),
);

/** What a cache has of an answer. */
interface CachedAnswer {
  readonly keys: readonly string[];
  readonly body: string;
}

/** What purges did in all rounds. */
export interface PurgeTally {
  writes: number;
  purges: number;
  keys: number;
  purged: number;
  /** How many purged answers were requested again, and how many of these had not changed. */
  repeated: number;
  unchanged: number;
  /** How many answers were compared with new ones. */
  compared: number;
}

export interface EdgeSite {
  /** Fills the site with documents, and the cache with answers. */
  readonly fill: (answers: number) => Promise<void>;
  /**
   * Writes, purges, compares answers that were not purged with new ones, and requests purged ones again.
   *
   * @param most how many answers it compares, and requests again
   * @returns the addresses of outdated answers
   */
  readonly round: (writes: number, most: number) => Promise<readonly string[]>;
  /** Compares every answer. @returns the addresses of outdated ones */
  readonly compareAll: () => Promise<readonly string[]>;
  readonly tally: PurgeTally;
  /** What random writes there were, by their names, with the statuses of their answers. */
  readonly written: Map<string, number>;
}

/** Call it at the top of a test file. @param seed of all that is random */
export const createEdgeSite = async (seed: number, hasTags: boolean): Promise<EdgeSite> => {
  const { integerBelow: below, isTrue, pickIfAny } = seededRandom(seed);
  const pick = <T>(all: readonly T[]): T => pickIfAny(all) as T; // the lists are not empty
  const folder = mkdtempSync(join(tmpdir(), 'lectern-edge-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const purge = { ...testConfig.cache.purge };
  const config = {
    ...testConfig,
    upload: { ...testConfig.upload, folder },
    // Answers have cache tags if CloudFront is chosen; the purges go to the simulated edge in any case.
    graphql: { ...testConfig.graphql, enabled: true },
    cache: { types: cachedTypes, purge: { ...purge, provider: hasTags ? ('cloudfront' as const) : ('http' as const) } },
  };
  const api = createApi(schema, config);
  const open = { as: null };

  const answers = new Map<string, CachedAnswer>();
  const tally: PurgeTally = { writes: 0, purges: 0, keys: 0, purged: 0, repeated: 0, unchanged: 0, compared: 0 };
  const written = new Map<string, number>();

  /** Documents by type, also deleted ones: writes of them are refused. */
  const ids: Record<(typeof types)[number] | 'file', string[]> = {
    article: [],
    author: [],
    tag: [],
    home: [],
    file: [],
  };
  const fileIds = new Map<string, number>();

  const keysOf = ({ headers }: Reply): readonly string[] | undefined => {
    const named = headers[hasTags ? 'cache-tag' : 'surrogate-key'];
    return typeof named === 'string' ? named.split(hasTags ? ',' : ' ') : undefined;
  };

  /** The answer to a request; undefined if a cache may not keep it. */
  const ask = async (url: string): Promise<CachedAnswer | undefined> => {
    let reply = await api.get(url, open);
    // Eight readers may be too many at once.
    while (reply.status === 503) reply = await api.get(url, open);
    const keys = keysOf(reply);
    return reply.status !== 200 || keys === undefined ? undefined : { keys, body: JSON.stringify(reply.body) };
  };

  const words = ['sun', 'moon', 'river', 'stone', 'wind', 'fire'];
  const populates = [
    ...['', 'populate=*', 'populate=author', 'populate=tags', 'populate=cover', 'populate=pictures', 'populate=quote'],
    ...['populate[author][populate]=portrait', 'populate[tags][count]=true', 'populate[quote][populate]=*'],
    ...['populate[body][on][part.quote][populate]=*', 'populate[author][populate][friend][populate]=portrait'],
    ...['populate[tags][filters][name][$contains]=sun', 'populate[tags][sort]=name&populate[author][fields]=name'],
    ...['populate=localizations', 'populate[author][populate][articles][populate]=cover'],
  ];
  const filters = [
    ...['', 'filters[title][$contains]=WORD', 'filters[year][$gt]=2000', 'filters[author][name][$contains]=WORD'],
    ...['filters[tags][name]=WORD', 'filters[cover][name][$contains]=a', 'filters[author][id][$null]=true'],
    ...[
      'filters[quote][from][name][$contains]=WORD',
      'filters[$or][0][title][$contains]=WORD&filters[$or][1][year]=2001',
    ],
  ];
  const sorts = ['', 'sort=title', 'sort=year:desc', 'sort=author.name', 'sort=updatedAt:desc', 'sort=publishedAt'];

  const query = (...parts: readonly string[]): string =>
    parts
      .filter((part) => part !== '')
      .join('&')
      .replaceAll('WORD', pick(words));

  const localeOf = (): string => pick(['', '', 'locale=de', 'locale=*']);

  const roots = [
    ...[
      'articles(pagination: {limit: N}) {title}',
      'articles(filters: {tags: {name: {eq: "WORD"}}}) {title cover {name}}',
    ],
    ...[
      'articles(sort: "author.name") {title author {name portrait {name}} tags {name}}',
      'tags_connection {pageInfo {total}}',
    ],
    ...[
      'article(documentId: "ARTICLE") {title quote {text from {name} picture {name}}}',
      'home {title articles {title}}',
    ],
    ...['author(documentId: "AUTHOR") {name articles(filters: {title: {contains: "WORD"}}) {title}}', 'authors {name}'],
    ...['article(documentId: "ARTICLE", locale: "de") {body {... on ComponentPartQuote {text picture {name}}}}'],
  ];

  const document = (): string =>
    `{${Array.from({ length: 1 + below(4) }, (_, index) => `f${index}: ${pick(roots)}`).join(' ')}}`
      .replaceAll('WORD', pick(words))
      .replaceAll('ARTICLE', pick(ids.article))
      .replaceAll('AUTHOR', pick(ids.author))
      .replaceAll(/\bN\b/g, String(1 + below(60)));

  /** A random address. Documents of all kinds, lists, files, searches and documents of GraphQL. */
  const address = (): string => {
    const page = `pagination[page]=${1 + below(8)}&pagination[pageSize]=${isTrue(0.1) ? 60 : 1 + below(12)}`;
    switch (
      pick([
        'list',
        'list',
        'document',
        'document',
        'authors',
        'author',
        'tags',
        'tag',
        'home',
        'files',
        'file',
        'search',
        'graphql',
        'graphql',
      ])
    ) {
      case 'list':
        return `/api/articles?${query(pick(filters), pick(sorts), pick(populates), localeOf(), page)}`;
      case 'document':
        return `/api/articles/${pick(ids.article)}?${query(pick(populates), pick(['', 'locale=de']))}`;
      case 'authors':
        return `/api/authors?${query(pick(['', 'populate=*', 'filters[articles][title][$contains]=WORD', 'sort=name']), page)}`;
      case 'author':
        return `/api/authors/${pick(ids.author)}?${pick(['', 'populate=*', 'populate[articles][populate]=cover', 'populate=portrait'])}`;
      case 'tags':
        return `/api/tags?${query(pick(['', 'populate=*', 'populate[articles][populate]=author', 'filters[articles][year][$gt]=2001']), page)}`;
      case 'tag':
        return `/api/tags/${pick(ids.tag)}?${pick(['', 'populate=*', 'populate[articles][count]=true'])}`;
      case 'home':
        return `/api/home?${pick(['', 'populate=*', 'populate=cover', 'populate[articles][populate]=*'])}`;
      case 'files':
        return `/api/upload/files?${query(pick(['', 'sort=name', 'filters[name][$contains]=a']), page)}`;
      case 'file':
        return `/api/upload/files/${fileIds.get(pick(ids.file)) ?? 0}`;
      case 'graphql':
        return `/graphql?query=${encodeURIComponent(document())}`;
      default:
        return `/api/search?q=${pick(words)}`;
    }
  };

  const fetchAnswers = async (urls: readonly string[]): Promise<void> => {
    const waiting = [...urls];
    const work = async (): Promise<void> => {
      for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
        const answer = await ask(url);
        if (answer !== undefined) answers.set(url, answer);
      }
    };
    await Promise.all(Array.from({ length: 8 }, work));
  };

  const titleOf = (): string => `${pick(words)} ${pick(words)} ${below(100)}`;

  const sendForm = async (url: string, form: FormData): Promise<Reply> => {
    const encoded = new Response(form);
    return api.request('POST', url, {
      body: Buffer.from(await encoded.arrayBuffer()).toString('base64'),
      headers: { 'Content-Type': encoded.headers.get('content-type') ?? '' },
      isBase64Encoded: true,
    });
  };

  const upload = async (fields: Readonly<Record<string, unknown>> = {}): Promise<Reply> => {
    const reply = await sendForm('/api/upload', formOf([[`${pick(words)}.txt`, titleOf()]], fields));
    if (reply.status === 201) {
      const [{ id, documentId }] = reply.body as [{ id: number; documentId: string }];
      ids.file.push(documentId);
      fileIds.set(documentId, id);
    }
    return reply;
  };

  const media = (): number | null => (isTrue(0.3) ? null : (fileIds.get(pick(ids.file)) ?? null));
  const some = (all: readonly string[], most: number): readonly string[] =>
    Array.from({ length: below(most + 1) }, () => pick(all));
  const quote = () => ({ text: titleOf(), from: pick(ids.author), picture: media() });
  const articleValues = () => ({
    ...{ title: titleOf(), year: 1998 + below(6), author: pick([null, ...ids.author]), tags: some(ids.tag, 3) },
    ...{ cover: media(), pictures: [media()].filter((one) => one !== null) },
    ...(isTrue(0.5) ? { quote: quote() } : {}),
    ...(isTrue(0.3) ? { body: [{ __component: 'part.quote', ...quote() }] } : {}),
  });
  const values = {
    article: articleValues,
    author: () => ({
      ...{ name: titleOf(), portrait: media(), friend: pick([null, ...ids.author]) },
      ...(isTrue(0.3) ? { articles: some(ids.article, 3) } : {}),
    }),
    tag: () => ({ name: pick(words), ...(isTrue(0.3) ? { articles: some(ids.article, 3) } : {}) }),
  };
  const plural = { article: 'articles', author: 'authors', tag: 'tags' } as const;
  const collectionTypes = ['article', 'article', 'author', 'tag'] as const;

  const create = async (name: keyof typeof plural, status = ''): Promise<Reply> => {
    const reply = await api.post(`/api/${plural[name]}${status}`, values[name]());
    if (reply.status === 201) ids[name].push(reply.body.data.documentId as string);
    return reply;
  };

  /** Publishes two documents together. */
  const publishRelease = async (): Promise<Reply> => {
    const { body } = await api.request('POST', '/api/content-releases', { body: { name: titleOf() } });
    const url = `/api/content-releases/${body.data.id as number}`;
    for (const name of ['article', 'author'] as const) {
      const action = { contentType: `api::${name}.${name}`, entryDocumentId: pick(ids[name]), locale: 'en' };
      await api.request('POST', `${url}/actions`, {
        body: { ...action, type: pick(['publish', 'publish', 'unpublish']) },
      });
    }
    return api.request('POST', `${url}/publish`);
  };

  /** What was deleted, perhaps several times, as the trash addresses it. Restores of what was never deleted are refused. */
  const removed = [`${file}/none`];
  const remove = (uid: string, documentId: string, path: string, id: string | number = documentId): Promise<Reply> => {
    removed.push(`${uid}/${documentId}`);
    return api.delete(`${path}/${id}`);
  };

  /** Random writes by name; those of what is deleted, or not published, are refused. */
  const writes: Readonly<Record<string, () => Promise<Reply>>> = {
    create: () => create(pick(collectionTypes)),
    'create a draft': () => create(pick(['article', 'author'] as const), '?status=draft'),
    update: () => {
      const name = pick(collectionTypes);
      return api.put(`/api/${plural[name]}/${pick(ids[name])}`, values[name]());
    },
    'update one attribute': () => api.put(`/api/articles/${pick(ids.article)}`, { year: 1998 + below(6) }),
    'update a draft': () => api.put(`/api/articles/${pick(ids.article)}?status=draft`, articleValues()),
    'update a locale': () => api.put(`/api/articles/${pick(ids.article)}?locale=de`, { title: titleOf() }),
    'delete a locale': () => api.delete(`/api/articles/${pick(ids.article)}?locale=de`),
    'put home': () => api.put('/api/home', { title: titleOf(), articles: some(ids.article, 4), cover: media() }),
    'delete home': () => api.delete('/api/home'),
    act: () => {
      const name = pick(['article', 'author'] as const);
      const action = pick(['publish', 'publish', 'unpublish', 'discard-draft']);
      return api.request('POST', `/api/${plural[name]}/${pick(ids[name])}/actions/${action}`);
    },
    delete: () => {
      const name = pick(collectionTypes);
      return remove(`api::${name}.${name}`, pick(ids[name]), `/api/${plural[name]}`);
    },
    restore: () => api.request('POST', `/api/trash/${pick(removed)}/restore`),
    upload: () => upload(),
    'upload to an article': () => upload({ ref: 'api::article.article', refId: pick(ids.article), field: 'cover' }),
    'rename a file': () =>
      sendForm(
        `/api/upload?id=${fileIds.get(pick(ids.file)) ?? 0}`,
        formOf([], { fileInfo: { name: `${titleOf()}.txt` } }),
      ),
    'delete a file': () => {
      const documentId = pick(ids.file);
      return remove(file, documentId, '/api/upload/files', fileIds.get(documentId));
    },
    'publish a release': publishRelease,
  };

  const write = async (): Promise<void> => {
    const name = pick(Object.keys(writes));
    const reply = await writes[name]?.();
    tally.writes++;
    const outcome = `${name}: ${reply?.status ?? 0}`;
    written.set(outcome, (written.get(outcome) ?? 0) + 1);
  };

  /** The keys of the purges that the edge got. */
  let purgeKeys: string[] = [];
  const edge = await startStandIn();
  edge.answer = (response, request, count) => {
    purgeKeys.push(...(JSON.parse(request.text) as { keys: string[] }).keys);
    accept(response, request, count);
  };

  let offsetMs = 0;
  let relay: TestLoop | undefined;
  const startRelay = (): TestLoop => {
    const { config: own, ...others } = api.service();
    const purging = { ...own.cache.purge, provider: 'http' as const, urls: [edge.url] };
    const now = (): Date => new Date(Date.now() + offsetMs);
    return loopOf({ ...others, now, config: { ...own, cache: { ...own.cache, purge: purging } } });
  };
  afterAll(() => relay?.end());

  /** Runs the relay twice: it finds the changes, and purges them a second later. */
  const runRelay = async (): Promise<void> => {
    relay ??= startRelay();
    for (const ms of [0, 1_100]) {
      offsetMs += ms;
      await relay.round();
      await relay.whenIdle();
    }
  };

  const shuffled = <T>(all: readonly T[]): readonly T[] =>
    all
      .map((value) => [below(2 ** 31), value] as const)
      .sort(([a], [b]) => a - b)
      .map(([, value]) => value);

  /** @returns the addresses whose cached answers differ from new ones */
  const compare = async (urls: readonly string[]): Promise<readonly string[]> => {
    const outdated: string[] = [];
    const waiting = [...urls];
    const work = async (): Promise<void> => {
      for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
        const before = answers.get(url)?.body;
        tally.compared++;
        if (before !== (await ask(url))?.body) outdated.push(url);
      }
    };
    await Promise.all(Array.from({ length: 8 }, work));
    return outdated.sort();
  };

  return {
    tally,
    written,
    fill: async (count) => {
      await api.createAllIndexes();
      const finding = types.flatMap((name) => ['find', 'findOne'].map((action) => `api::${name}.${name}.${action}`));
      await addPublicRole(api.service(), [...finding, 'plugin::upload.file.find', 'plugin::upload.file.findOne']);
      await api.request('POST', '/api/i18n/locales', { body: { code: 'de', name: 'German' } });
      for (let i = 0; i < 20; i++) await upload();
      for (const name of ['author', 'tag'] as const) for (let i = 0; i < 15; i++) await create(name);
      for (let i = 0; i < 60; i++) await create('article');
      for (let i = 0; i < 20; i++) await writes['update a locale']?.();
      await writes['put home']?.();
      // Builds the index of the search too.
      await new Worker(api.service(), settings).runUntilIdle(20_000);
      const urls = new Set<string>();
      for (let tries = 0; answers.size < count && tries < 50; tries++) {
        const fresh = Array.from({ length: Math.max(20, count - answers.size) }, address).filter(
          (url) => !urls.has(url),
        );
        for (const url of fresh) urls.add(url);
        await fetchAnswers([...new Set(fresh)]);
      }
      if (answers.size < count) throw new Error(`there are only ${answers.size} addresses`);
    },
    round: async (count, most) => {
      for (let i = 0; i < count; i++) await write();
      purgeKeys = [];
      await runRelay();
      const keys = new Set(purgeKeys);
      tally.purges++;
      tally.keys += keys.size;
      const purged = [...answers].filter(([, answer]) => answer.keys.some((key) => keys.has(key)));
      for (const [url] of purged) answers.delete(url);
      tally.purged += purged.length;
      const outdated = await compare(shuffled([...answers.keys()]).slice(0, most));
      const repeated = shuffled(purged).slice(0, most);
      await fetchAnswers(repeated.map(([url]) => url));
      tally.repeated += repeated.length;
      tally.unchanged += repeated.filter(([url, { body }]) => answers.get(url)?.body === body).length;
      return outdated;
    },
    compareAll: () => compare([...answers.keys()]),
  };
};
