// Checks source maps: which texts of a draft lead to which attribute. tests/reference compares answers with and without them.
import { vercelStegaDecode } from '@vercel/stega';
import { beforeAll, describe, expect, it } from 'vitest';
import { createApi, testConfig, type Reply } from '../setup/api.ts';
import { museum, seedMuseum, type Seeded } from '../setup/museum/seed.ts';

const config = {
  ...testConfig,
  preview: { ...testConfig.preview, url: 'https://www.example.org/preview?token={token}' },
  editor: { ...testConfig.editor, url: 'https://cms.example.org/editor' },
};
const api = createApi(await museum(), config);
const plainSite = createApi(await museum());
const encoded = { headers: { 'strapi-encode-source-maps': 'true' } };
const sidecar = { headers: { 'lectern-source-maps': 'sidecar' } };

let seeded: Seeded;
let lamp: string;
beforeAll(async () => {
  seeded = await seedMuseum(api);
  const files = await (await api.collection('upload_files')).find().sort({ documentId: 1 }).toArray();
  const ids = files.map(({ published }) => (published as { id: number }).id);
  lamp = await api.create('/api/exhibits?status=draft', {
    title: 'Lamp',
    summary: '/lamps/1',
    story: '# Light\n\nIt shines.',
    card: [
      {
        type: 'paragraph',
        children: [
          { type: 'text', text: 'See ' },
          { type: 'link', url: '/x', children: [{ type: 'text', text: 'more' }] },
        ],
      },
      { type: 'code', children: [{ type: 'text', text: 'rm -r' }] },
    ],
    contact: 'lamp@example.org',
    inventory: '12',
    condition: 'mint',
    data: { heading: 'in JSON' },
    artists: [seeded.get('ada')],
    cover: ids[0],
    pictures: [ids[1], ids[2]],
    label: { heading: 'Bright' },
    notes: [{ text: 'First' }, { text: 'Second' }],
    body: [
      { __component: 'block.text', text: 'Above' },
      {
        __component: 'block.spotlight',
        heading: 'Here',
        sources: [{ title: 'A' }, { title: 'B' }],
        artists: [seeded.get('bo')],
      },
    ],
  });
});

/** Each text with a source, by the path of its source. */
const sourcesIn = (value: unknown): Record<string, Record<string, string>> => {
  if (typeof value === 'string') {
    const found = vercelStegaDecode<{ strapiSource: string }>(value);
    if (found === undefined) return {};
    const source = Object.fromEntries(new URLSearchParams(found.strapiSource)) as Record<string, string>;
    return { [`${source.documentId === lamp ? '' : 'other:'}${source.path ?? ''}`]: source };
  }
  return typeof value === 'object' && value !== null
    ? (Object.assign({}, ...Object.values(value).map(sourcesIn)) as Record<string, Record<string, string>>)
    : {};
};

const deep =
  'populate[artists]=*&populate[cover]=*&populate[pictures]=*&populate[label]=*&populate[notes]=*' +
  '&populate[body][on][block.spotlight][populate]=*&populate[body][on][block.text]=*';

const read = (query: string, call: object): Promise<Reply> =>
  api.get(`/api/exhibits/${lamp}?status=draft&${query}`, call);

describe('an encoded draft', () => {
  it('leads from each text that a person reads to its attribute', async () => {
    const { data } = (await read(deep, encoded)).body;
    const sources = sourcesIn(data);
    expect(Object.keys(sources).toSorted()).toMatchInlineSnapshot(`
      [
        "body.0.text",
        "body.1.heading",
        "body.1.sources.0.title",
        "body.1.sources.1.title",
        "card.0.children.0.text",
        "card.0.children.1.children.0.text",
        "cover.url",
        "label.heading",
        "notes.0.text",
        "notes.1.text",
        "other:card.0.children.0.text",
        "other:name",
        "other:story",
        "other:summary",
        "other:title",
        "pictures.0.url",
        "pictures.1.url",
        "story",
        "title",
      ]
    `);
    expect(sources.title).toEqual({
      ...{ documentId: lamp, type: 'string', path: 'title', model: 'api::exhibit.exhibit', kind: 'collectionType' },
    });
    expect(sources['card.0.children.0.text']).toMatchObject({ type: 'blocks', fieldPath: 'card' });
    expect(sources['body.1.sources.1.title']).toMatchObject({ model: 'shared.source', kind: 'component' });
    expect(sources['pictures.1.url']).toMatchObject({ type: 'media', model: 'api::exhibit.exhibit' });
    expect(sources['other:name']).toMatchObject({ model: 'api::artist.artist' });
  });

  it('leads into the editor', async () => {
    const { data } = (await read('fields=card', encoded)).body;
    expect(vercelStegaDecode(data.card[0].children[0].text)).toMatchObject({
      origin: 'lectern',
      href: `https://cms.example.org/editor/content/exhibits/${lamp}#card`,
    });
  });

  it.each([
    ...[
      'https://x.org/a',
      'mailto:a@b.org',
      '/about',
      '#top',
      '?page=2',
      'www.x.org',
      'a@b.org',
      '2026-01-15',
      '12.50',
      '10%',
    ],
    ...['', ' ', '09:30'],
  ])('has no source in an address, a date or a number: "%s"', async (title) => {
    const documentId = await api.create('/api/exhibits?status=draft', { title });
    const { body } = await api.get(`/api/exhibits/${documentId}?status=draft`, encoded);
    expect(sourcesIn(body)).toEqual({});
  });

  it.each(['Note: read this', '3 lamps', '北京', '#1 of all lamps', 'and/or'])(
    'has a source in "%s"',
    async (title) => {
      const documentId = await api.create('/api/exhibits?status=draft', { title });
      const { body } = await api.get(`/api/exhibits/${documentId}?status=draft`, encoded);
      expect(Object.keys(sourcesIn(body))).toEqual(['other:title']);
    },
  );

  it('gives the stored position of the entries of a zone that is read in part', async () => {
    const { data } = (await read('fields=id&populate[body][on][block.spotlight]=*', encoded)).body;
    expect(Object.keys(sourcesIn(data))).toContain('body.1.heading');
  });

  it('has no sources where positions are not known', async () => {
    const { data } = (await read('fields=id&populate[notes][sort]=text:desc', encoded)).body;
    expect(sourcesIn(data)).toEqual({});
  });

  it('is for no cache, also in lists', async () => {
    for (const path of [`/api/exhibits/${lamp}`, '/api/exhibits'])
      expect((await api.get(`${path}?status=draft`, encoded)).headers['cache-control']).toBe('private, no-store');
  });

  it('is read with a preview link, without credentials', async () => {
    const { body } = await api.request('POST', `/api/exhibits/${lamp}/actions/preview-link`);
    const reply = await api.get(`/api/exhibits/${lamp}?preview=${body.data.token as string}`, { ...encoded, as: null });
    expect(Object.keys(sourcesIn(reply.body.data))).toContain('title');
  });
});

describe('a source map beside clean texts', () => {
  it('is an open Content Source Map', async () => {
    const { body } = await read('fields=title&populate[notes]=*', sidecar);
    const plain = await read('fields=title&populate[notes]=*', {});
    expect(body.data).toEqual(plain.body.data);
    expect(body.meta.resultSourceMap).toEqual({
      documents: [
        { _id: lamp, _type: 'api::exhibit.exhibit', href: `https://cms.example.org/editor/content/exhibits/${lamp}` },
      ],
      paths: ["$['title']", "$['notes'][0]['text']", "$['notes'][1]['text']"],
      mappings: Object.fromEntries(
        ["$['title']", "$['notes'][0]['text']", "$['notes'][1]['text']"].map((place, path) => [
          place,
          { type: 'value', source: { type: 'documentValue', document: 0, path } },
        ]),
      ),
    });
  });

  it('has paths from the whole list', async () => {
    const { body } = await api.get('/api/exhibits?status=draft&fields=title&sort=title', sidecar);
    const places = Object.keys(body.meta.resultSourceMap.mappings as object);
    expect(places.length).toBeGreaterThan(2);
    expect(places.every((place) => /^\$\[\d+\]\['title'\]$/.test(place))).toBe(true);
  });
});

describe('a request for source maps', () => {
  it.each([
    ['status=published', encoded, 'Only drafts have source maps: send status=draft or a preview token'],
    ['', sidecar, 'Only drafts have source maps: send status=draft or a preview token'],
    ['status=draft&view=edit', encoded, 'view=edit has no source maps'],
    ['status=draft', { headers: { 'lectern-source-maps': 'yes' } }, 'lectern-source-maps must be "sidecar"'],
    [
      'status=draft',
      { headers: { ...encoded.headers, ...sidecar.headers } },
      'Send either strapi-encode-source-maps or lectern-source-maps',
    ],
    [
      'status=draft',
      { headers: { ...encoded.headers, 'strapi-response-format': 'v4' } },
      'The format of Strapi 4 has no source maps',
    ],
  ])('is refused: %s %o', async (query, call, message) => {
    const { status, body } = await api.get(`/api/exhibits?${query}`, call);
    expect([status, body.error.message]).toEqual([400, message]);
  });

  it('is refused without a page that shows drafts', async () => {
    const { status, body } = await plainSite.get('/api/exhibits?status=draft', encoded);
    expect([status, body.error.message]).toEqual([
      400,
      'This site has no source maps: its configuration needs preview.url',
    ]);
  });

  it('has no effect with another value of the header', async () => {
    const { status, body } = await api.get('/api/exhibits', { headers: { 'strapi-encode-source-maps': 'false' } });
    expect([status, sourcesIn(body)]).toEqual([200, {}]);
  });
});
