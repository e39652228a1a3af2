// Searches tell nothing of what a caller may not read: two databases that differ only in hidden data answer alike.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Extension } from '../../lib/platform/extensions/index.ts';
import { defaultConfig } from '../../lib/platform/config/index.ts';
import { addMember } from '../setup/accounts.ts';
import { componentFile, createApi, localized, schemaOf, typeFile, type Api, type Call } from '../setup/api.ts';
import { secrets } from '../setup/secrets.ts';
import { indexSite } from './indexSite.ts';

const options = { options: { draftAndPublish: true, search: { title: 10, text: 1, notes: 2 } } };

const schema = schemaOf({
  'components/part/note.json': componentFile({
    text: { type: 'string' },
    remark: { type: 'string', private: true },
  }),
  'article.json': typeFile(
    'article',
    {
      ...{ title: { type: 'string' }, text: { type: 'text' }, topic: { type: 'string' } },
      secret: { type: 'string', private: true },
      notes: { type: 'component', component: 'part.note', repeatable: true },
    },
    { ...options, ...localized },
  ),
  // Project code hides some of its documents.
  'letter.json': typeFile(
    'letter',
    { title: { type: 'string' }, text: { type: 'text' }, topic: { type: 'string' } },
    {
      options: { draftAndPublish: true, search: { title: 10, text: 1 } },
    },
  ),
  // The caller may not find it.
  'memo.json': typeFile(
    'memo',
    { title: { type: 'string' } },
    { options: { draftAndPublish: false, search: { title: 1 } } },
  ),
});

const project: Extension = {
  types: { 'api::letter.letter': { canRead: ({ caller }) => caller.kind !== 'user' || { topic: 'open' } } },
};

const newApi = (): Api => createApi(schema, defaultConfig, 1, secrets, [project]);
const [plain, full] = [newApi(), newApi()];

/** What the caller sees of both databases; ids are equal, because the service makes them. */
const visibleDocuments: readonly (readonly [type: string, data: object])[] = [
  ['articles', { title: 'Night trains', text: 'From harbour to harbour', topic: 'open', notes: [{ text: 'lantern' }] }],
  ['articles', { title: 'Harbour lights', text: 'A train arrives', topic: 'open' }],
  ['articles', { title: 'Harbour stones', text: 'A train arrives', topic: 'open' }],
  ['letters', { title: 'Harbour stones', text: 'A train arrives', topic: 'open' }],
  ['letters', { title: 'To the lantern keeper', text: 'trains', topic: 'open' }],
];

const words = ['train', 'trains', 'trian', 'harbour', 'harbur', 'lantern', 'lanterns', 'stones', 'zebra', 'walrus'];

/** Documents that the caller may not see, before and after each visible one. */
const hide = async (step: number): Promise<void> => {
  const text = words.slice(step).concat(words).join(' ');
  for (const title of words) {
    await full.create('/api/articles', { title, text, topic: 'closed' });
    await full.create('/api/letters', { title, text, topic: 'closed' });
  }
  await full.create('/api/articles?status=draft', { title: text, topic: 'open' });
  await full.create('/api/articles?locale=fr', { title: text, topic: 'open' });
  await full.create('/api/memos', { title: text });
};

let callers: readonly (readonly [Api, Call])[];

beforeAll(async () => {
  const ids = visibleDocuments.map((_, index) => `visible${index}`.padEnd(24, '0'));
  const permissions = ['article', 'letter'].map((name) => ({
    action: `api::${name}.${name}.find`,
    ...(name === 'article' ? { filters: { topic: 'open' } } : {}),
  }));
  callers = await Promise.all(
    [plain, full].map(async (api) => {
      await api.request('POST', '/api/i18n/locales', { body: { code: 'fr', name: 'fr' } });
      return [api, await addMember(api.service(), permissions)] as const;
    }),
  );
  for (const [step, [type, data]] of visibleDocuments.entries()) {
    await hide(step);
    for (const api of [plain, full]) {
      const made = await api.create(`/api/${type}`, data);
      await renameDocument(api, type, made, ids[step] ?? '');
      // From now on the index follows the documents.
      if (step === 1) await indexSite(api.service());
    }
  }
  await hide(0);
  // Work on drafts of visible documents, and on private attributes.
  for (const documentId of ids.slice(0, 3)) {
    const { status } = await full.put(`/api/articles/${documentId}?status=draft`, {
      title: 'zebra train',
      secret: 'walrus',
    });
    expect(status).toBe(200);
  }
  const secret = { secret: 'zebra', notes: [{ text: 'lantern', remark: 'walrus' }] };
  const published = await full.put(`/api/articles/${ids[0]}`, { title: 'Night trains', ...secret });
  expect(published.status).toBe(200);
  await plain.put(`/api/articles/${ids[0]}`, { title: 'Night trains' });
  for (const api of [plain, full]) {
    await sameTimes(api);
    await indexSite(api.service());
  }
});

/** Gives a document a known id, as it has in the other database. */
const renameDocument = async (api: Api, type: string, from: string, to: string): Promise<void> => {
  const db = await api.service().database.get();
  await db.collection(type).updateMany({ documentId: from }, { $set: { documentId: to } });
};

/** Integer ids and times tell of writes, not of the search. */
const sameTimes = async (api: Api): Promise<void> => {
  const db = await api.service().database.get();
  const at = new Date(0);
  for (const type of ['articles', 'letters'])
    await db
      .collection(type)
      .updateMany(
        { documentId: /^visible/ },
        { $set: { 'published.id': 1, 'published.createdAt': at, 'published.publishedAt': at } },
      );
};

const answersOf = async (url: string) =>
  Promise.all(
    callers.map(async ([api, call]) => {
      const { status, body, headers } = await api.get(url, call);
      return { status, body, etag: headers.etag };
    }),
  );

const queries = words.flatMap((word) => [
  `/api/search?q=${word}`,
  `/api/search?q=${word.slice(0, 3)}`,
  `/api/search?q=${word}&pagination[pageSize]=1&pagination[cursor]=&pagination[withCount]=true`,
  `/api/search?q=${word}&pagination[page]=2&pagination[pageSize]=1`,
  `/api/search?q=${word}&fields=title,text&filters[title][$containsi]=n`,
  `/api/search?q=${word}&types=articles&populate=notes&fields=title`,
  `/api/search?q=harbour ${word}`,
  `/api/search?q=harbour -${word}`,
  `/api/articles?search=${word}&fields=title`,
  `/api/articles?search=${word}&fields=title&sort=title&pagination[pageSize]=1`,
  `/api/articles?search=${word}&fields=title&filters[secret]=zebra`,
  `/api/letters?search=${word}&fields=title&pagination[pageSize]=1&pagination[cursor]=`,
]);

describe('a caller with a condition, and documents that project code hides', () => {
  test.each(queries)('gets the same answer without hidden data: %s', async (url) => {
    const [one, other] = await answersOf(url);
    expect(other).toEqual(one);
  });

  test.each(['/api/search?q=train', '/api/articles?search=harbour'])(
    'gets the same pages by cursors: %s',
    async (url) => {
      let cursor = '';
      let pages = 0;
      do {
        const page = `${url}&fields=title&pagination[pageSize]=1&pagination[cursor]=${cursor}`;
        const [one, other] = await answersOf(page);
        expect(other).toEqual(one);
        expect(one?.body.data).toHaveLength(1);
        cursor = one?.body.meta.pagination.nextCursor;
        pages++;
      } while (typeof cursor === 'string');
      expect(pages).toBeGreaterThan(2);
    },
  );

  test('finds what it may read, and others find the hidden documents', async () => {
    const [, seen] = await answersOf('/api/search?q=train');
    expect(seen?.body.meta.facets.types).toEqual({ 'api::article.article': 3, 'api::letter.letter': 2 });
    const { body: all } = await full.get('/api/search?q=train');
    expect(all.meta.facets.types['api::article.article']).toBeGreaterThan(10);
    expect(all.meta.facets.types['api::memo.memo']).toBeGreaterThan(0);
  });
});
