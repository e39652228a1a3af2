// Which code compiles against the generated types.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadSchema } from '../../../lib/schema/index.ts';
import { typesModule } from '../../../lib/describe/types/index.ts';
import { schemaOf } from '../../setup/schema.ts';
import { museum } from '../../setup/museum/seed.ts';
import { faultsIn } from './compile.ts';

const { schema } = await loadSchema('content-types');
const lectern = typesModule(schema);

const head = `
import type { Article, ArticleInput, ArticleModel, AnswerTo, Author, LecternClient, ListQuery } from './lectern.ts';
declare const client: LecternClient;
declare const articles: ReturnType<typeof client.collection<'articles'>>;
export type Used = [Article, ArticleInput, ArticleModel, AnswerTo<ArticleModel, ''>, Author, ListQuery<ArticleModel>];
`.replaceAll('\n', ' ');

/** Each is a separate module, with its imports in the first line. */
const modules = (cases: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(cases.map((code, index) => [`case${index}.ts`, `${head}\n${code}`]));

const right = [
  `export const f = (a: Article): string | undefined => a.title + (a.summary ?? '') + a.form?.at(0);`,
  `export const f = (a: Article<'cover' | 'authors.portrait'>) => [a.cover?.formats?.small?.url, a.authors[0]?.portrait?.url];`,
  `export const f = (a: Article<{ populate: { topic: true } }>): Article => a;`,
  `export const f = (a: Article<'sections'>) => a.sections.map((s) => s.__component === 'layout.quote' ? s.text : s.__component);`,
  `export const f = async () => (await articles.find({ populate: { sections: { on: { 'layout.quote': true } } } })).data[0]?.sections[0]?.source;`,
  `export const f = async () => (await articles.find({ populate: ['topic.articles'], pagination: { page: 2 } })).meta.pagination.pageCount;`,
  `export const f = async () => (await articles.find({ pagination: { cursor: '' } })).meta.pagination.nextCursor;`,
  `export const f = async () => (await articles.findOne('id', { populate: { authors: { count: true } } })).data.authors.count;`,
  `export const f = async () => (await articles.find({ status: 'draft' })).data[0]?.title?.length;`,
  `export const f = async () => (await articles.findOne('id', { preview: 'token', populate: ['topic'] })).data.title?.length;`,
  `export const f = async (preview: string) => (await client.single('about').find({ preview })).data.title?.length;`,
  `const q = { populate: ['topic'], filters: { slug: { $eq: 'a' } } } as const satisfies ListQuery<ArticleModel>;
   export const f = async () => (await articles.find(q)).data satisfies Article<typeof q>[];`,
  `export const f = (query: ListQuery<ArticleModel>) => articles.find(query);`,
  `export const f = () => articles.create({ title: 'A', topic: 'id', authors: { connect: [{ documentId: 'x', position: { start: true } }] } });`,
  `export const f = () => articles.create({ title: 'A', authors: { connect: ['x'], options: { strict: false } } });`,
  `export const f = () => articles.create({ title: 'A', sections: [{ __component: 'layout.text', body: 'b' }], seo: null, form: 'visit' });`,
  `export const f = () => articles.create({ summary: 'no title yet' }, { status: 'draft' });`,
  `export const f = () => articles.update('id', { topic: null, related: [{ documentId: 'x', locale: 'en' }, 'y', 3] });`,
  `export const f = () => client.single('site').update({ navigation: [{ label: 'a', url: '/' }] });`,
];

const wrong: readonly (readonly [code: string, fault: string])[] = [
  [`export const f = (a: Article) => a.titel;`, "'titel' does not exist"],
  [`export const f = (a: Article) => a.form === 'poem';`, 'no overlap'],
  [`export const f = (a: Article) => a.cover;`, "'cover' does not exist"],
  [`export const f = (a: Article<'authors'>) => a.authors.map((b) => b.portrait);`, "'portrait' does not exist"],
  [`export const f = (a: Article<'cover'>) => a.cover.url;`, 'possibly'],
  [`export const f = (a: Article) => a.summary.length;`, 'possibly'],
  [
    `export const f = async () => (await articles.find({ status: 'draft' })).data.map((a) => a.title.length);`,
    'possibly',
  ],
  [`export const f = async () => (await articles.findOne('id', { preview: 'token' })).data.title.length;`, 'possibly'],
  [`export const f = () => articles.find({ preview: 'token', sort: 'title' });`, 'never'],
  [`export const f = async () => (await articles.find({ fields: ['title'] })).data[0]?.slug;`, "'slug' does not exist"],
  [`export type T = Article<'covr'>;`, 'does not satisfy'],
  [`export const f = () => articles.find({ populate: { cover: true, topik: true } });`, 'never'],
  [`export const f = () => articles.find({ populate: ['cover', 'topik'] });`, 'topik'],
  [
    `export const f = () => articles.find({ populate: { authors: { populate: { portrait: true, portrat: true } } } });`,
    'never',
  ],
  [`export const f = () => articles.find({ fields: ['titel'] });`, 'titel'],
  [`export const f = () => articles.find({ status: 'draft', sorted: 'title' });`, 'never'],
  [`export const f = () => articles.find({ populate: { sections: { on: { 'layout.txt': true } } } });`, 'layout.txt'],
  [`export const f = (a: Article<'sections'>) => a.sections[0]?.__component === 'layout.link';`, 'no overlap'],
  [`export const f = () => client.collection('artikles').find();`, 'artikles'],
  [`export const f = () => client.collection('site').find();`, 'site'],
  [`export const f = () => articles.create({ summary: 'a' });`, "'title' is missing"],
  [`export const f = () => articles.create({ title: 'a', titel: 'b' });`, 'titel'],
  [`export const b: ArticleInput = { title: 5 };`, 'not assignable'],
  [`export const f = () => articles.update('id', { title: null });`, 'not assignable'],
  [`export const b: ArticleInput = { title: 'a', form: 'poem' };`, 'poem'],
  [`export const b: ArticleInput = { title: 'a', seo: {} };`, "'metaTitle' is missing"],
  [`export const b: ArticleInput = { title: 'a', sections: [{ body: 'b' }] };`, 'not assignable'],
  [
    `export const b: ArticleInput = { title: 'a', sections: [{ __component: 'layout.link', label: 'l', url: '/' }] };`,
    'not assignable',
  ],
  [`export const b: ArticleInput = { title: 'a', topic: ['x', 'y'] };`, 'not assignable'],
  [`export const b: ArticleInput = { title: 'a', authors: { add: ['x'] } };`, "'add' does not exist"],
];

describe('with the types of the sample site', () => {
  it('valid uses compile', () => {
    expect(faultsIn({ 'lectern.ts': lectern, ...modules(right) })).toEqual([]);
  });

  const faults = faultsIn({ 'lectern.ts': lectern, ...modules(wrong.map(([code]) => code)) });

  it.each(wrong.map((one, index) => [...one, index] as const))('%s does not compile: %s', (_, message, index) => {
    const found = faults.filter((fault) => fault.startsWith(`case${index}.ts(2)`));
    expect(found).toEqual([expect.stringContaining(message)]);
  });
});

interface Step {
  readonly post?: string;
  readonly put?: string;
  readonly data?: unknown;
}
const inputs: Readonly<Record<string, string>> = {
  rooms: 'Room',
  tags: 'Tag',
  artists: 'Artist',
  exhibits: 'Exhibit',
  tickets: 'Ticket',
  guides: 'Guide',
  museum: 'Museum',
};

it('bodies that the API accepts compile', async () => {
  const steps = JSON.parse(readFileSync('tests/setup/museum/documents.json', 'utf8')) as readonly Step[];
  const writtenBodies = steps.flatMap(({ post, put, data }, index) => {
    const url = post ?? put;
    if (url === undefined || data === undefined) return [];
    const input = `${inputs[/^\/api\/(\w+)/.exec(url)?.[1] ?? ''] ?? url}Input`;
    return [`export const body${index}: Partial<lectern.${input}> = ${JSON.stringify(data)};`];
  });
  expect(writtenBodies.length).toBeGreaterThan(20);
  const site = [`import type * as lectern from './lectern.ts';`, ...writtenBodies].join('\n');
  expect(faultsIn({ 'lectern.ts': typesModule(await museum()), 'site.ts': site })).toEqual([]);
});

describe('names', () => {
  const type = (singularName: string, attributes: object): readonly [string, unknown] => [
    `${singularName}.json`,
    {
      ...{ kind: 'collectionType', collectionName: `c_${singularName}`, options: { draftAndPublish: true } },
      info: { singularName, pluralName: `${singularName}-list`, displayName: `The "${singularName}" */ of\nours` },
      attributes,
    },
  ];
  const oddSchema = schemaOf(
    Object.fromEntries(
      [
        type('extract', { partial: { type: 'string', required: true }, 'with-dash': { type: 'integer' } }),
        type('promise', { 'two words': { type: 'string' }, '2nd': { type: 'json', required: true } }),
        type('article', { größe: { type: 'decimal' }, constructor_: { type: 'boolean' } }),
        type('article-input', { kind: { type: 'enumeration', enum: [`it's "so"`, 'back\\slash'] } }),
        type('media-file', { file: { type: 'media', required: true } }),
        type('user-role', {
          role: { type: 'relation', relation: 'oneToOne', target: 'plugin::users-permissions.role' },
        }),
        type('2fa', {}),
        type('lectern-client', {}),
        type('m', { q: { type: 'password' } }),
      ].map(([file, value]) => [file, JSON.stringify(value)]),
    ),
  );
  const module = typesModule(oddSchema);

  it('that collide with the names of the module, or with each other, are changed', () => {
    const use = `import type { ArticleInput, ArticleType, LecternClientType, MType, MediaFileType, PromiseType, ExtractType, T2fa } from './odd.ts';
      export const f = (a: ExtractType, b: PromiseType, c: ArticleInput, d: MediaFileType<'file'>, e: [ArticleType, LecternClientType, MType, T2fa]) =>
        [a.partial.length, a['with-dash'], b['two words'], b['2nd'], c.kind === 'it\\'s "so"', c.kind === 'back\\\\slash', d.file?.url, e];`;
    expect(faultsIn({ 'odd.ts': module, 'use.ts': use })).toEqual([]);
  });

  it('and the rest of the module are the same each time', () => {
    expect(typesModule(oddSchema)).toBe(module);
  });
});

describe('a default populate', () => {
  const type = (
    singularName: string,
    attributes: object,
    populate: unknown,
    kind = 'collectionType',
    populateMode = 'default',
  ): string =>
    JSON.stringify({
      ...{ kind, collectionName: singularName, info: { singularName, pluralName: `${singularName}-list` } },
      options: { populate, populateMode },
      attributes: { title: { type: 'string', required: true }, ...attributes },
    });
  const toAuthor = { type: 'relation', relation: 'manyToOne', target: 'api::author.author' };
  const module = typesModule(
    schemaOf({
      'author.json': type('author', { city: { ...toAuthor, target: 'api::city.city' } }, undefined),
      'city.json': type('city', {}, undefined),
      'book.json': type(
        'book',
        { author: toAuthor, cover: { type: 'media' } },
        { find: { cover: true, author: { fields: ['title'] } }, findOne: 'author.city' },
      ),
      'home.json': type('home', { author: toAuthor }, '*', 'singleType'),
      'fixed.json': type('fixed', { author: toAuthor, cover: { type: 'media' } }, 'author', 'collectionType', 'always'),
    }),
  );
  const bookHead = `import type { AnswerTo, Book, BookModel, Home, LecternClient } from './lectern.ts';
    declare const client: LecternClient;
    export type Used = [AnswerTo<BookModel, {}>, Book, Home];`.replaceAll('\n', ' ');

  it.each([
    `export const f = async () => (await client.collection('book-list').find()).data[0]?.cover?.url;`,
    `export const f = async () => (await client.collection('book-list').find({ sort: 'title' })).data[0]?.author?.title;`,
    `export const f = async () => (await client.collection('book-list').findOne('x')).data.author?.city?.title;`,
    `export const f = (book: Book) => book.author?.city?.title;`,
    `export const f = (book: AnswerTo<BookModel, {}, 'find'>) => book.author?.title;`,
    `export const f = async () => (await client.single('home').find()).data.author?.title;`,
    `export const f = (home: Home) => home.author?.title;`,
    `export const f = () => client.collection('book-list').find({ populate: '' });`,
    `export const f = async () => (await client.collection('fixed-list').findOne('x', { populate: 'cover' })).data.author?.title;`,
  ])('is in the answers of reads: %s', (code) => {
    expect(faultsIn({ 'lectern.ts': module, 'site.ts': `${bookHead}\n${code}` })).toEqual([]);
  });

  it.each([
    ['a list with the default of documents', `(await client.collection('book-list').find()).data[0]?.author?.city`],
    ['a field that it leaves out', `(await client.collection('book-list').find()).data[0]?.author?.createdAt`],
    ['a document with the default of lists', `(await client.collection('book-list').findOne('x')).data.cover`],
    ['an empty populate', `(await client.collection('book-list').findOne('x', { populate: '' })).data.author`],
    ['another populate', `(await client.collection('book-list').findOne('x', { populate: 'cover' })).data.author`],
    [
      'what is never populated',
      `(await client.collection('fixed-list').findOne('x', { populate: 'cover' })).data.cover`,
    ],
    ['a write', `(await client.collection('book-list').create({ title: 'a' })).data.author`],
  ])('does not give %s', (_, code) => {
    const site = `${bookHead}\nexport const f = async () => ${code};`;
    expect(faultsIn({ 'lectern.ts': module, 'site.ts': site }).join()).toContain('does not exist');
  });
});
