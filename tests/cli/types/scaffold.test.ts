// New content types from a short notation: the files that are written, and what is refused.
import { describe, expect, it } from 'vitest';
import { newComponent, newType, searchOf, type TypeOptions } from '../../../cli/types/scaffold.ts';
import { readFolder } from '../../../lib/schema/index.ts';
import { strapiLayout } from '../../../lib/schema/schemaPaths.ts';
import { schemaOf } from '../../setup/schema.ts';

const plain: TypeOptions = { single: false, drafts: true, localized: false, search: false };
const category = {
  info: { singularName: 'category', pluralName: 'categories' },
  attributes: { name: { type: 'string' } },
};
const files = {
  'category.json': JSON.stringify(category),
  'components/shared/seo.json': '{"attributes":{"title":{"type":"string"}}}',
};

/** The definition of an attribute in the written file. */
const definitionOf = (words: string, options = plain): unknown => {
  const writtenFiles = newType(files, 'article', ['title:string', words], options);
  schemaOf({ ...files, ...writtenFiles });
  const { attributes } = JSON.parse(writtenFiles['article.json'] ?? '') as { attributes: Record<string, unknown> };
  return attributes[words.split(':', 1)[0] ?? ''];
};

describe('an attribute', () => {
  it.each<[string, object]>([
    ['body:text', { type: 'text' }],
    ['body:text!', { type: 'text', required: true }],
    ['slug:uid(title)', { type: 'uid', targetField: 'title' }],
    ['slug:uid', { type: 'uid' }],
    ['code:string!:unique:maxLength=8', { type: 'string', required: true, unique: true, maxLength: 8 }],
    ['views:integer:default=0:min=-3', { type: 'integer', default: 0, min: -3 }],
    ['big:biginteger:min=5', { type: 'biginteger', min: '5' }],
    ['on:boolean:default=false', { type: 'boolean', default: false }],
    ['opens:time:default=09:30:00', { type: 'time', default: '09:30:00' }],
    ['form:enumeration(a, b):default=b', { type: 'enumeration', enum: ['a', 'b'], default: 'b' }],
    ['data:json:default={"a":[1]}', { type: 'json', default: { a: [1] } }],
    ['pin:string:regex=^[0-9]+$:private', { type: 'string', regex: '^[0-9]+$', private: true }],
    ['cover:media', { type: 'media', multiple: false }],
    [
      'pictures:media(images,videos)[]!',
      { type: 'media', multiple: true, allowedTypes: ['images', 'videos'], required: true },
    ],
    ['seo:component(shared.seo)', { type: 'component', component: 'shared.seo', repeatable: false }],
    ['seos:component(shared.seo)[]:max=3', { type: 'component', component: 'shared.seo', repeatable: true, max: 3 }],
    ['blocks:dynamiczone(shared.seo)', { type: 'dynamiczone', components: ['shared.seo'] }],
    [
      'by:relation(manyToOne,user)',
      { type: 'relation', relation: 'manyToOne', target: 'plugin::users-permissions.user' },
    ],
    ['about:relation(morphToMany)', { type: 'relation', relation: 'morphToMany' }],
  ])('is read from %s', (words, definition) => {
    expect(definitionOf(words)).toEqual(definition);
  });

  it('is localized if its type is, unless it is shared', () => {
    const localized = { ...plain, localized: true };
    expect(definitionOf('body:text', localized)).toEqual({
      type: 'text',
      pluginOptions: { i18n: { localized: true } },
    });
    expect(definitionOf('sku:text:shared', localized)).toEqual({
      type: 'text',
      pluginOptions: { i18n: { localized: false } },
    });
    const shared = { pluginOptions: { i18n: { localized: false } } };
    // One picture serves all locales.
    expect(definitionOf('cover:media', localized)).toMatchObject(shared);
    expect(definitionOf('cover:media:localized', localized)).toMatchObject({
      pluginOptions: { i18n: { localized: true } },
    });
  });

  it.each([
    ['title', 'title: write an attribute as name:type, such as title:string!'],
    ['body:txt', 'body:txt: there is no type "txt"; did you mean "text"?'],
    ['body:text:uniqe', 'body:text:uniqe: text has no option "uniqe"; did you mean "unique"?'],
    ['body:text(80)', 'body:text(80): text takes nothing in brackets'],
    ['body:text[]', 'body:text[]: [] is for media and component'],
    ['body:text:shared', 'body:text:shared: "shared" is for types made with --localized'],
    ['form:enumeration', 'form:enumeration: write it as form:enumeration(red,green,blue)'],
    [
      'seo:component(shared.soe)',
      'seo:component(shared.soe): component: there is no component "shared.soe"; did you mean "shared.seo"?',
    ],
    ['by:relation(manyToOne)', /^by:relation\(manyToOne\): write it as by:relation\(manyToOne,category\)/],
    ['pin:string:regex=^(0+)+$', /^pin:string:regex=\^\(0\+\)\+\$: regex: takes exponential time/],
    ['views:integer:min=few', 'views:integer:min=few: min: write a whole number, not "few"'],
    ['locale:string', /^locale:string: is left out/],
    ['title:text', 'title:text: there is a "title" already'],
  ])('is refused as %s, with its name', (words, message) => {
    expect(() => definitionOf(words)).toThrow(message);
  });

  it('is reported together with all other faults', () => {
    expect(() => newType(files, 'article', ['a:b', 'c:d'], plain)).toThrow(/^a:b: .*\nc:d: /);
  });
});

describe('a relation with a name for its other side', () => {
  it.each([
    ['manyToOne', { inversedBy: 'articles' }, { relation: 'oneToMany', mappedBy: 'at' }],
    ['oneToMany', { mappedBy: 'articles' }, { relation: 'manyToOne', inversedBy: 'at' }],
    ['manyToMany', { inversedBy: 'articles' }, { relation: 'manyToMany', mappedBy: 'at' }],
    ['oneToOne', { inversedBy: 'articles' }, { relation: 'oneToOne', mappedBy: 'at' }],
  ])('is written on both sides: %s', (kind, ownSide, otherSide) => {
    const writtenFiles = newType(files, 'article', [`at:relation(${kind},category,articles)`], plain);
    expect(JSON.parse(writtenFiles['article.json'] ?? '')).toMatchObject({
      attributes: { at: { relation: kind, ...ownSide } },
    });
    expect(JSON.parse(writtenFiles['category.json'] ?? '')).toEqual({
      ...category,
      attributes: {
        ...category.attributes,
        articles: { type: 'relation', target: 'api::article.article', ...otherSide },
      },
    });
    schemaOf({ ...files, ...writtenFiles });
  });

  it('may relate to its own type', () => {
    const writtenFiles = newType(files, 'page', ['parent:relation(manyToOne,page,children)'], plain);
    expect(Object.keys(writtenFiles)).toEqual(['page.json']);
    expect(JSON.parse(writtenFiles['page.json'] ?? '')).toMatchObject({
      attributes: { children: { mappedBy: 'parent' } },
    });
  });

  it('may not use the name of an existing attribute', () => {
    expect(() => newType(files, 'article', ['at:relation(manyToOne,category,name)'], plain)).toThrow(
      'category.json has an attribute "name" already',
    );
  });
});

describe('a type', () => {
  it('has its texts in searches if that is wanted, a string with more weight', () => {
    const words = ['title:string!', 'body:richtext', 'note:text:private', 'pages:integer', 'slug:uid(title)'];
    expect(searchOf(words)).toEqual({ title: 10, body: 3 });
    const written = newType(files, 'article', words, { ...plain, search: true });
    expect(JSON.parse(written['article.json'] ?? '')).toMatchObject({
      options: { draftAndPublish: true, search: { title: 10, body: 3 } },
    });
    expect(schemaOf({ ...files, ...written })).toBeDefined();
    expect(() => newType(files, 'count', ['pages:integer'], { ...plain, search: true })).toThrow(
      'count has no string, text, richtext or blocks attribute to search: add one, or leave --search away',
    );
  });

  it('has its plural, its collection and its options', () => {
    const single = newType(files, 'news-box', ['a:string'], {
      single: true,
      drafts: false,
      localized: true,
      search: false,
    });
    expect(JSON.parse(single['news-box.json'] ?? '')).toMatchObject({
      kind: 'singleType',
      collectionName: 'news_boxes',
      info: { singularName: 'news-box', pluralName: 'news-boxes', displayName: 'News box' },
      options: { draftAndPublish: false },
      pluginOptions: { i18n: { localized: true } },
    });
  });

  it('needs a plural that differs from its name', () => {
    expect(() => newType(files, 'sheep', [], plain)).toThrow('sheep is its own plural: set another with --plural');
    expect(newType(files, 'sheep', [], { ...plain, plural: 'flock' })).toHaveProperty(['sheep.json']);
  });

  it('never replaces an existing file', () => {
    expect(() => newType(files, 'category', [], plain)).toThrow('category.json exists already');
    expect(() => newType(files, 'Category', [], plain)).toThrow('a type name has lowercase letters');
  });

  it('is not written into a folder with faults', () => {
    expect(() => newType({ ...files, 'author.json': '{' }, 'article', [], plain)).toThrow('author.json: is not JSON');
  });

  it('keeps short lists on one line', () => {
    expect(newType(files, 'article', ['a:enumeration(b,c)'], plain)['article.json']).toContain('"enum": ["b", "c"]\n');
  });
});

describe('a component', () => {
  it('is written to the file that its name implies', () => {
    const writtenFiles = newComponent(files, 'shared.quote', ['body:text!', 'seo:component(shared.seo)']);
    expect(JSON.parse(writtenFiles['components/shared/quote.json'] ?? '')).toMatchObject({
      collectionName: 'components_shared_quotes',
      attributes: { body: { type: 'text', required: true } },
    });
  });

  it.each([
    [['shared'], 'write a component as its category and its name'],
    [['shared.seo'], 'components/shared/seo.json exists already'],
    [['shared.quote', 'of:relation(manyToOne,category,quotes)'], 'a relation of a component has no inverse side'],
  ])('is refused: %j', ([uid = '', ...attributes], message) => {
    expect(() => newComponent(files, uid, attributes)).toThrow(message);
  });
});

it('a component of a Strapi project is written to src/components', () => {
  const writtenFiles = newComponent({}, 'shared.quote', ['body:text'], strapiLayout('src/'));
  expect(Object.keys(writtenFiles)).toEqual(['src/components/shared/quote.json']);
});

describe('next to every kind of relation, and components that contain themselves', async () => {
  const network = await readFolder('tests/schemas/network');

  it.each([
    ...['oneToOne', 'oneToMany', 'manyToOne', 'manyToMany'].flatMap((kind) =>
      ['person', 'visit'].flatMap((target) => [
        `at:relation(${kind},${target})`,
        `at:relation(${kind},${target},visits)`,
      ]),
    ),
    ...['at:relation(morphToOne)', 'at:relation(morphToMany)'],
    ...['at:relation(morphOne,remark,about)', 'at:relation(morphMany,remark,subjects)'],
    ...['at:component(part.box)', 'at:component(part.box)[]', 'at:dynamiczone(part.box,part.lid,part.shelf)'],
  ])('a type can be created with %s', (words) => {
    const { types } = schemaOf({ ...network, ...newType(network, 'visit', [words], plain) });
    expect(types.get('api::visit.visit')?.attributes.has('at')).toBe(true);
  });
});
