// Runs the examples of docs/internals/editor-api.md in their order, as the user of the first one.
import { beforeAll, describe, expect, it } from 'vitest';
import { builtInUids, readFolder } from '../../lib/schema/index.ts';
import { createApi, schemaOf } from '../setup/api.ts';
import { createPublished, inEditor } from '../setup/accounts.ts';
import { indexSite } from '../search/indexSite.ts';
import { blanked, examplesOf } from './httpExamples.ts';

const article = 'api::article.article';

/** Those of the example of views. */
const views = {
  'article.view.json': {
    pluralLabel: { en: 'Articles', de: 'Artikel' },
    icon: 'book',
    attributes: { title: { label: 'Headline', width: 8 } },
    list: { columns: ['publishedOn'], sort: 'publishedOn:desc' },
  },
  'components/shared/seo.view.json': { label: 'Search engines' },
};

const files = await readFolder('content-types');
const { info, options, attributes } = JSON.parse(files['article.json'] ?? '') as Readonly<Record<string, object>>;
const seo = 'components/shared/seo.json';

/** The article of the sample site, without the attributes that would show further components. */
const schema = schemaOf({
  'article.json': JSON.stringify({
    ...{ info, pluginOptions: { i18n: { localized: true } } },
    options: { ...options, search: { title: 10 } },
    attributes: Object.fromEntries(
      Object.entries(attributes ?? {}).filter(([name]) =>
        ['title', 'slug', 'publishedOn', 'seo', 'cover'].includes(name),
      ),
    ),
  }),
  [seo]: files[seo] ?? '',
  ...Object.fromEntries(Object.entries(views).map(([file, view]) => [file, JSON.stringify(view)])),
});

const api = createApi(schema);

const permissions = [
  ...['find', 'findOne', 'create', 'update'].map((action) => ({ action: `${article}.${action}` })),
  { action: `${article}.delete`, own: true },
  ...['find', 'upload'].map((action) => ({ action: `plugin::upload.content-api.${action}` })),
  ...inEditor,
];

/** @returns the documentId of a new user, and their session */
const addUser = async (username: string, role: string) => {
  const { documentId, published } = await createPublished(api.service(), builtInUids.user, {
    ...{ username, email: `${username}@example.org`, provider: 'local', confirmed: true, role },
  });
  return { documentId, as: { token: await api.service().access.sessions.issue(published?.id ?? 0, 3600) } };
};

const presence = (documentId: string) => ({ data: { uid: article, documentId, locale: 'en' } });

let maud: Awaited<ReturnType<typeof addUser>>;
/** The document of the page. */
let edited = '';

beforeAll(async () => {
  const role = await createPublished(api.service(), builtInUids.role, {
    ...{ name: 'News Desk', type: 'news_desk', permissions },
  });
  maud = await addUser('maud', role.documentId);
  const ada = await addUser('ada', role.documentId);
  edited = await api.create('/api/articles?locale=en', { title: 'Notes in Pencil', slug: 'notes-in-pencil' }, ada);
  const { status } = await api.put(`/api/articles/${edited}?locale=en`, { publishedOn: '2026-03-01' }, maud);
  expect(status).toBe(200);
  await api.request('PUT', '/api/editor/presence', { ...ada, body: presence(edited) });
  await indexSite(api.service());
});

describe('docs/internals/editor-api.md', () => {
  const examples = examplesOf('docs/internals/editor-api.md');

  it('has examples', () => {
    expect(examples.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/editor',
      'GET /api/editor/views',
      'GET /api/editor/activity',
      'PUT /api/editor/presence',
      'POST /api/editor/bulk/jobs',
      'POST /api/editor/list-views',
    ]);
  });

  it.each(examples)('shows the actual answer in $name', async ({ method, url, headers, body, answer }) => {
    const sent = body?.replace(/(?<="documentId": ")\w+/, edited);
    const reply = await api.request(method, url, { ...maud, headers, body: sent });
    expect(blanked(reply.body)).toEqual(blanked(answer));
  });
});
