// What a query populates without `populate`: the default of the type; and `deep`.
import { describe, expect, test } from 'vitest';
import { administrator, type Action, type Caller } from '../../../lib/platform/access/index.ts';
import { defaultConfig } from '../../../lib/platform/config/index.ts';
import { ApiError } from '../../../lib/errors.ts';
import { defaultPopulateFaults, readQuery } from '../../../lib/read/query/index.ts';
import { builtInUids, formatFault, typeOf, type Schema } from '../../../lib/schema/index.ts';
import { component, relation, string, type } from '../../schema/folder.ts';
import { schemaOf } from '../../setup/schema.ts';
import { formatSelection } from './read.ts';

const author = type('author', {
  name: string,
  secret: { ...string, private: true },
  books: relation('oneToMany', 'api::book.book', { mappedBy: 'author' }),
  friends: relation('manyToMany', 'api::author.author'),
  city: relation('manyToOne', 'api::city.city'),
});
const city = type('city', { name: string, mayor: relation('oneToOne', 'api::author.author') });
const parts = {
  'components/part/note.json': component({
    text: string,
    source: relation('manyToOne', 'api::city.city'),
    notes: { type: 'component', component: 'part.note', repeatable: true },
  }),
};

const schemaWith = (populate: unknown, more: object = {}): Schema =>
  schemaOf({
    'author.json': author,
    'city.json': city,
    ...parts,
    'book.json': type(
      'book',
      {
        title: string,
        cover: { type: 'media' },
        author: relation('manyToOne', 'api::author.author', { inversedBy: 'books' }),
        note: { type: 'component', component: 'part.note' },
        body: { type: 'dynamiczone', components: ['part.note'] },
      },
      { options: { populate, ...more } },
    ),
  });

interface Reading {
  readonly caller?: Caller;
  readonly action?: Action;
  /** The setting `api.rest.deepPopulate`. */
  readonly depth?: number;
  /** The setting `api.rest.maxDepth`. */
  readonly maxDepth?: number;
}

const populated = (
  schema: Schema,
  query: string,
  { caller = administrator, action = 'find', depth = 0, maxDepth = 10 }: Reading = {},
): string => {
  const rest = { ...defaultConfig.api.rest, deepPopulate: depth, maxDepth };
  const context = { schema, config: { api: { rest } }, locales: { defaultLocale: 'en', codes: new Set(['en']) } };
  const text = `fields=title&${query}`;
  return formatSelection(readQuery(text, typeOf(schema, 'api::book.book'), caller, context, { action }).select)
    .slice('[title] '.length)
    .replaceAll(/\(select: \[(?:\*|text)\]\)/g, '')
    .replaceAll('select: ', '');
};

const authorOf = (schema: Schema, action: Action, query = ''): string => populated(schema, query, { action });

describe('options.populate', () => {
  test.each<[form: string, populate: unknown, meaning: string]>([
    ['*', '*', 'cover author note body<part.note>'],
    ['a text', 'author, cover', 'cover author'],
    ['a path', 'author.city', 'author([*] city)'],
    ['a list', ['author.city', 'cover'], 'cover author([*] city)'],
    ['an object', { author: true, cover: false }, 'author'],
    ['a nested object', { author: { populate: { city: { fields: ['name'] } } } }, 'author([*] city([name]))'],
    ['* inside an object', { author: '*' }, 'author([*] books friends city)'],
    [
      'options that are no texts',
      { author: { populate: { friends: { limit: 2, filters: { id: { $gt: 3 } } } } } },
      'author([*] friends(filters: id gt 3; [*]))',
    ],
    ['a part of a zone', { body: { on: { 'part.note': { populate: 'source' } } } }, 'body<part.note([text] source)>'],
  ])('can be %s', (_, populate, meaning) => {
    expect(populated(schemaWith(populate), '')).toBe(meaning);
  });

  test('can differ between lists and single documents', () => {
    const schema = schemaWith({ find: 'cover', findOne: ['cover', 'author'] });
    expect([authorOf(schema, 'find'), authorOf(schema, 'findOne')]).toEqual(['cover', 'cover author']);
    const onlyOne = schemaWith({ findOne: 'author' });
    expect([authorOf(onlyOne, 'find'), authorOf(onlyOne, 'findOne')]).toEqual(['', 'author']);
  });

  test('names an attribute `find`, where there is one', () => {
    const options = { populate: { find: true } };
    const schema = schemaOf({
      'word.json': type('word', { text: string, find: relation('manyToOne', 'api::word.word') }, { options }),
    });
    expect(typeOf(schema, 'api::word.word').defaultPopulate).toEqual({ find: { find: true }, findOne: { find: true } });
  });

  test('can extend users', () => {
    const user = type('user', {}, { collectionName: 'up_users', options: { populate: 'role' } });
    const { defaultPopulate } = typeOf(schemaOf({ 'user.json': user }), builtInUids.user);
    expect(defaultPopulate).toEqual({ find: 'role', findOne: 'role' });
  });

  test.each([
    ['populate=cover', 'author'],
    ['populate[nope]=true', 'author'],
    ['pLevel=3', 'author'],
    ['view=&populate=cover', 'cover'],
  ])('is what reads populate with %s if it is always', (query, meaning) => {
    expect(populated(schemaWith('author', { populateMode: 'always' }), query, { depth: 5 })).toBe(meaning);
  });
});

describe('of a default populate, a caller does not get', () => {
  const finding = (...types: readonly string[]): Caller => ({
    id: 'someone',
    kind: 'user',
    allowed: new Map(types.map((name) => [`api::${name}.${name}.find`, {}])),
    view: types.join(' '),
  });

  test.each<[what: string, populate: unknown, types: readonly string[], meaning: string]>([
    ['a type that it may not find', 'author,cover', ['book'], 'cover'],
    ['a type that it may not find, further down', 'author.city', ['book', 'author'], 'author'],
    ['what only a hidden value selects', { author: { filters: { city: { name: 'x' } } } }, ['book', 'author'], ''],
    [
      'what is in a hidden order',
      { author: { populate: { friends: { sort: 'city.name' } } } },
      ['book', 'author'],
      'author',
    ],
  ])('%s', (_, populate, types, meaning) => {
    expect(populated(schemaWith(populate), '', { caller: finding(...types) })).toBe(meaning);
  });

  test('but the same populate in a query is refused where it names hidden values', () => {
    const query = 'populate[author][filters][city][name]=x';
    expect(() => populated(schemaWith('cover'), query, { caller: finding('book', 'author') })).toThrow(ApiError);
  });
});

describe('a default populate that no query could have is a fault', () => {
  const limits = defaultConfig.api.rest;
  test.each<[populate: unknown, faults: readonly string[]]>([
    ['autor', ['book.json  options.populate.autor: "autor" is not known here; did you mean "author"?']],
    [['title'], ['book.json  options.populate.title: "title" is not known here']],
    [{ author: { populate: 'town' } }, ['book.json  options.populate.author.town: "town" is not known here']],
    [{ author: { where: 1 } }, ['book.json  options.populate.author: "where" is not known here']],
    [{ author: { fields: ['secret'] } }, ['book.json  options.populate.author.fields: "secret" is not known here']],
    [
      { author: { filters: { id: 'x' } } },
      [
        'book.json  options.populate.author.filters.id: Invalid format at populate.author.filters.id, expected an integer of 32 bits',
      ],
    ],
    [{ find: 'x', findOne: 'author' }, ['book.json  options.populate.find.x: "x" is not known here']],
    [{ find: 'x' }, ['book.json  options.populate.find.x: "x" is not known here']],
    [{ findOne: 'x' }, ['book.json  options.populate.findOne.x: "x" is not known here']],
    ['deep', ['book.json  options.populate.deep: "deep" is not known here']],
    [{ author: true }, []],
  ])('%j: %j', (populate, faults) => {
    const found = defaultPopulateFaults(schemaWith(populate), limits).map(formatFault);
    expect(found).toEqual(faults);
  });

  test('in the file that declares it', () => {
    const file = 'src/api/book/content-types/book/schema.json';
    const schema = schemaOf({ [file]: type('book', { title: string }, { options: { populate: 'x' } }) });
    expect(defaultPopulateFaults(schema, limits)).toMatchObject([{ file, path: 'options.populate.x' }]);
  });

  test('also one beyond the limits of the site', () => {
    const found = defaultPopulateFaults(schemaWith('author.city'), { ...limits, maxDepth: 1 });
    expect(found.map(({ path, message }) => [path, message])).toContainEqual([
      'options.populate.author.city',
      'The populate parameter goes more than 1 levels deep',
    ]);
  });
});

describe('deep', () => {
  const schema = schemaWith(undefined);
  const note = '([text] source notes)';

  test.each<[query: string, meaning: string]>([
    ['populate=deep,0', ''],
    ['populate=deep,1', ''],
    ['populate=deep,2', `cover author note body<part.note>`],
    ['populate=deep,3', `cover author([*] friends city) note${note} body<part.note${note}>`],
    ['populate=deep', `cover author([*] friends city) note${note} body<part.note${note}>`],
    ['populate[0]=deep&populate[1]=2', `cover author note body<part.note>`],
    ['pLevel=2', `cover author note body<part.note>`],
    ['pLevel', `cover author([*] friends city) note${note} body<part.note${note}>`],
    ['pLevel=', `cover author([*] friends city) note${note} body<part.note${note}>`],
    ['pLevel=2&populate=cover', `cover author note body<part.note>`],
    ['pLevel=0', ''],
  ])('%s populates %s', (query, meaning) => {
    expect(populated(schema, query, { depth: 3 })).toBe(meaning);
  });

  test('ends at a type on the path, and leaves out what is named like its collection', () => {
    const found = populated(schema, 'populate=deep,5', { depth: 3 });
    expect(found).toContain('author([*] friends city([*] mayor)) note');
    expect(found).toContain('source([*] mayor([*] friends city))');
    expect(found).not.toContain('books');
  });

  test('has localizations', () => {
    const localized = schemaOf({
      'book.json': type('book', { title: string }, { pluginOptions: { i18n: { localized: true } } }),
    });
    expect(populated(localized, 'pLevel=3', { depth: 3 })).toBe('localizations([*])');
  });

  test('is a default populate too', () => {
    expect(populated(schemaWith('deep,2'), '', { depth: 3 })).toBe('cover author note body<part.note>');
  });

  test.each(['populate=deep,x', 'populate=deep,author', 'pLevel=x', 'pLevel=-1', 'pLevel[]=2'])(
    'is refused: %s',
    (query) => {
      expect(() => populated(schema, query, { depth: 3 })).toThrow(ApiError);
    },
  );

  test('keeps the limit of levels', () => {
    expect(() => populated(schema, 'pLevel=12', { depth: 3 })).toThrow('more than 10 levels deep');
  });

  test('is off by default', () => {
    expect(() => populated(schema, 'populate=deep')).toThrow('Invalid key deep');
    expect(populated(schema, 'pLevel=3')).toBe('');
  });
});
