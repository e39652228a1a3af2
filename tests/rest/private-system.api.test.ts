// `options.privateAttributes` also hides the times, the locale and the other locales of documents, wherever callers could see them.
import { beforeAll, describe, expect, it } from 'vitest';
import { projectTypesModule } from '../../lib/describe/types/index.ts';
import { defaultConfig } from '../../lib/platform/config/index.ts';
import { readEventPayloadQuery } from '../../lib/read/query/index.ts';
import { pack, typeOf, unpack, type PackedSchema } from '../../lib/schema/index.ts';
import { checkOf, describedOf, named } from '../describe/openapi/described.ts';
import { createApi, localized, relationTo, schemaOf, typeFile, withDrafts, type Reply } from '../setup/api.ts';

const options = (privateAttributes: readonly string[], more: object = {}) => ({
  options: { draftAndPublish: true, privateAttributes, ...more },
});
const title = { type: 'string', ...localized };
const schema = schemaOf({
  'note.json': typeFile('note', { title, secret: title }, options(['createdAt', 'updatedAt', 'secret'])),
  'shade.json': typeFile(
    'shade',
    { title, notes: relationTo('manyToMany', 'note') },
    { ...options(['publishedAt', 'locale', 'localizations']), ...localized },
  ),
  'memo.json': typeFile('memo', { title, note: relationTo('manyToOne', 'note') }, withDrafts),
  'plain.json': typeFile('plain', { title }, { ...withDrafts, ...localized }),
});
// As functions get it.
const api = createApi(unpack(JSON.parse(JSON.stringify(pack(schema))) as PackedSchema));
const names = (document: object): readonly string[] => Object.keys(document).sort();

let note: string;
beforeAll(async () => {
  note = await api.create('/api/notes', { title: 'one', secret: 's' });
  await api.create('/api/notes', { title: 'two' });
  await api.create('/api/memos', { title: 'memo', note });
  await api.create('/api/shades', { title: 'shade', notes: [note] });
});

describe('answers', () => {
  it.each([
    ['/api/notes', 'documentId id publishedAt title'],
    ['/api/notes?fields=*', 'documentId id publishedAt title'],
    ['/api/shades', 'createdAt documentId id title updatedAt'],
    ['/api/shades?locale=en&populate=*', 'createdAt documentId id notes title updatedAt'],
    ['/api/notes?view=edit', 'createdAt createdBy documentId id publishedAt secret title updatedAt updatedBy'],
  ])('%s has %s', async (url, expected) => {
    expect(names((await api.get(url)).body.data[0]).join(' ')).toBe(expected);
  });

  it('hide them in related documents, in the format v4, in writes and in other lists of documents', async () => {
    const memo = (await api.get('/api/memos?populate=note')).body.data[0];
    const format = { headers: { 'Strapi-Response-Format': 'v4' } };
    const old = (await api.get('/api/notes', format)).body.data[0].attributes;
    const written = (await api.put(`/api/notes/${note}`, { title: 'one' })).body.data;
    const synced = (await api.get('/api/sync?types=notes')).body.data[0];
    const version = (await api.get(`/api/notes/${note}/versions/1`)).body.data;
    for (const answer of [memo.note, old, written, synced, version]) {
      expect(JSON.stringify(answer)).toContain('"title":"one"');
      expect(JSON.stringify(answer)).not.toMatch(/"(createdAt|updatedAt|secret)"/);
    }
    const removed = await api.create('/api/notes', { title: 'removed' });
    await api.delete(`/api/notes/${removed}`);
    const uid = 'api::note.note';
    for (const url of [`/api/trash?type=${uid}`, `/api/trash/${uid}/${removed}`]) {
      const { status, body } = await api.get(url);
      expect([status, JSON.stringify(body)]).toEqual([
        200,
        expect.not.stringMatching(/"(createdAt|updatedAt|secret)"/),
      ]);
    }
  });

  it('of lists without a sort have cursors without the time of creation', async () => {
    const { nextCursor } = (await api.get('/api/notes?pagination[cursor]=&pagination[pageSize]=1')).body.meta
      .pagination;
    expect(Buffer.from(nextCursor as string, 'base64url').toString()).not.toMatch(/20\d\d-/);
    const next = await api.get(`/api/notes?pagination[cursor]=${nextCursor}&pagination[pageSize]=1`);
    expect(next.body.data[0].title).toBe('two');
  });

  it.each(['', 'sort=title', 'sort=publishedAt:desc', 'sort=title,id:desc', 'sort=title&status=draft'])(
    'have cursors without the `_id`, which contains the time of creation: %s',
    async (query) => {
      for (const url of [`/api/notes?${query}`, `/api/notes?${query}&filters[title][$contains]=o`]) {
        const list = (await api.get(url)).body.data.map(({ id }: { id: number }) => id);
        const pages: number[] = [];
        let cursor: string | null = '';
        while (cursor !== null) {
          const page: Reply = await api.get(`${url}&pagination[pageSize]=1&pagination[cursor]=${cursor}`);
          pages.push(page.body.data[0].id);
          cursor = page.body.meta.pagination.nextCursor as string | null;
          expect(Buffer.from(cursor ?? '', 'base64url').toString()).not.toMatch(/[\da-f]{24}/);
        }
        expect([pages.length > 1, pages]).toEqual([true, list]);
      }
    },
  );

  it('keep the `_id` in the cursors of those who know it', async () => {
    const { nextCursor } = (await api.get('/api/notes?view=edit&sort=title&pagination[cursor]=&pagination[pageSize]=1'))
      .body.meta.pagination;
    expect(Buffer.from(nextCursor as string, 'base64url').toString()).toMatch(/[\da-f]{24}/);
  });
});

const refused = [
  'notes?fields=createdAt',
  'notes?sort=createdAt',
  'notes?sort=title,updatedAt:desc',
  'notes?filters[createdAt][$notNull]=true',
  'notes?filters[$or][0][$not][updatedAt][$gt]=2020-01-01',
  'memos?sort=note.createdAt',
  'memos?filters[note][createdAt][$notNull]=true',
  'memos?populate[note][fields]=createdAt',
  'memos?populate[note][sort]=updatedAt',
  'memos?populate[note][filters][createdAt][$notNull]=true',
  'memos?view=edit&filters[note][createdAt][$notNull]=true',
  'shades?fields=locale',
  'shades?sort=publishedAt',
  'shades?filters[locale]=en',
  'shades?populate=localizations',
];

describe('queries', () => {
  it.each(refused)('do not know them: %s', async (query) => {
    const { status, body } = await api.get(`/api/${query}`);
    expect([status, body.error?.message]).toEqual([400, expect.stringMatching(/^Invalid key /)]);
    expect(JSON.stringify(body)).not.toContain('did you mean');
  });

  it.each([
    'notes?view=edit&sort=createdAt&filters[updatedAt][$notNull]=true',
    'shades?view=edit&populate=localizations',
  ])('know them with view=edit: %s', async (query) => {
    expect((await api.get(`/api/${query}`)).status).toBe(200);
  });
});

it('events name the document and its locale, and have no other of them', () => {
  const locales = { defaultLocale: 'en', codes: new Set(['en', 'fr']) };
  const version = { status: 'published', locale: 'en' } as const;
  const fieldsOf = (name: string) =>
    readEventPayloadQuery(typeOf(schema, `api::${name}.${name}`), version, { schema, config: defaultConfig, locales })
      .select.fields.map((field) => field.name)
      .join(' ');
  expect([fieldsOf('note'), fieldsOf('shade')]).toEqual([
    'id documentId title publishedAt',
    'id documentId title createdAt updatedAt locale',
  ]);
});

it('OpenAPI does not name them, and describes answers', async () => {
  const check = checkOf(describedOf(schema));
  for (const query of ['', '?view=edit'])
    for (const one of (await api.get(`/api/notes${query}`)).body.data) expect(check(named('Note'), one)).toEqual([]);
  const { components } = describedOf(schema);
  const text = JSON.stringify([components.schemas.Note, components.parameters]);
  const { Shade, Plain } = components.schemas;
  expect(names(Plain.properties)).toEqual(expect.arrayContaining(['createdAt', 'locale', 'localizations']));
  for (const name of ['publishedAt', 'locale', 'localizations']) expect(names(Shade.properties)).not.toContain(name);
  expect(names(components.schemas.Note.properties)).not.toContain('createdAt');
  expect(text).not.toContain('secret');
});

it('generated types do not have them', () => {
  const text = projectTypesModule({ schema, config: defaultConfig });
  const interfaceOf = (name: string): string =>
    new RegExp(`interface ${name}Model \\{[^}]*\\}[^}]*\\}`).exec(text)?.[0] ?? '';
  expect(interfaceOf('Plain')).toMatch(/createdAt[^]*locale/);
  expect(interfaceOf('Note')).toMatch(/publishedAt/);
  expect(interfaceOf('Note')).not.toMatch(/createdAt|updatedAt/);
  expect(interfaceOf('Shade')).not.toMatch(/publishedAt|locale/);
});
