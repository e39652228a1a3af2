// options.search: which attributes a search reads with which weight, and the messages about those that it cannot read.
import { describe, expect, it } from 'vitest';
import { buildSchema, builtInUids, pack, searchedAttributes, typeOf, unpack } from '../../lib/schema/index.ts';

const filesWith = (options: object) => ({
  'article.json': JSON.stringify({
    info: { singularName: 'article', pluralName: 'articles', displayName: 'Article' },
    options,
    attributes: {
      slug: { type: 'uid', targetField: 'title' },
      title: { type: 'string' },
      summary: { type: 'text' },
      body: { type: 'richtext' },
      story: { type: 'blocks' },
      contact: { type: 'email' },
      form: { type: 'enumeration', enum: ['essay'] },
      color: { type: 'string', customField: 'plugin::color-picker.color', searchable: false },
      notes: { type: 'string', private: true },
      internal: { type: 'string' },
      code: { type: 'password' },
      views: { type: 'integer' },
      extra: { type: 'json' },
      isPublic: { type: 'boolean' },
      cover: { type: 'media' },
      author: { type: 'relation', relation: 'oneToOne', target: 'plugin::users-permissions.user' },
      seo: { type: 'component', component: 'shared.seo' },
      parts: { type: 'dynamiczone', components: ['shared.seo'] },
      broken: { type: 'strng' },
    },
  }).replace(options === broken ? '' : ',"broken":{"type":"strng"}', ''),
  'components/shared/seo.json': JSON.stringify({ info: {}, attributes: { title: { type: 'string' } } }),
});

const broken = { search: { broken: 1 } };
const uid = 'api::article.article';
const weightsOf = (options: object, of = uid) => {
  const { schema, faults } = buildSchema(filesWith(options));
  expect(faults).toEqual([]);
  return schema === undefined ? undefined : searchedAttributes(typeOf(schema, of));
};

describe('options.search', () => {
  const notText = (name: string, type: string) => `"${name}" is ${type}, which has no text to search`;
  const privateFault = 'is private, and a search would tell of what it contains; remove it here';
  const weight = 'write a whole number from 1 to 100, not ';
  const form = 'write attributes and their weights, such as {"title": 10, "text": 1}, not ';
  it.each([
    [{ titel: 1 }, 'options.search.titel', 'there is no attribute "titel"; did you mean "title"?'],
    [{ createdAt: 1 }, 'options.search.createdAt', 'there is no attribute "createdAt"'],
    [{ 'seo.title': 1 }, 'options.search.seo.title', 'there is no attribute "seo.title"; did you mean "title"?'],
    [{ views: 1 }, 'options.search.views', notText('views', 'integer')],
    [{ extra: 1 }, 'options.search.extra', notText('extra', 'json')],
    [{ isPublic: 1 }, 'options.search.isPublic', notText('isPublic', 'boolean')],
    [{ cover: 1 }, 'options.search.cover', notText('cover', 'media')],
    [{ author: 1 }, 'options.search.author', notText('author', 'relation')],
    [{ code: 1 }, 'options.search.code', notText('code', 'password')],
    [{ notes: 1 }, 'options.search.notes', privateFault],
    [{ internal: 1 }, 'options.search.internal', privateFault],
    [{ title: 0 }, 'options.search.title', `${weight}0`],
    [{ title: 101 }, 'options.search.title', `${weight}101`],
    [{ title: 1.5 }, 'options.search.title', `${weight}1.5`],
    [{ title: '10' }, 'options.search.title', `${weight}"10"`],
    [{ title: true }, 'options.search.title', `${weight}true`],
    [{}, 'options.search', `${form}{}`],
    [['title'], 'options.search', `${form}["title"]`],
    ['title', 'options.search', `${form}"title"`],
  ])('%j: %s', (search, path, message) => {
    expect(buildSchema(filesWith({ search, privateAttributes: ['internal'] })).faults).toEqual([
      { file: 'article.json', path, message },
    ]);
  });

  it('has no fault for an attribute that has one itself', () => {
    const { faults } = buildSchema(filesWith(broken));
    expect(faults.map(({ path }) => path)).toEqual(['attributes.broken.type']);
  });

  it('names attributes of every type that has text, and stays in a packed schema', () => {
    const search = {
      title: 100,
      summary: 3,
      body: 2,
      story: 2,
      slug: 1,
      contact: 1,
      form: 1,
      seo: 1,
      parts: 1,
      color: 1,
    };
    expect(Object.fromEntries(weightsOf({ search }) ?? [])).toEqual(search);
    const { schema } = buildSchema(filesWith({ search }));
    const packed: unknown = schema && JSON.parse(JSON.stringify(pack(schema)));
    expect(typeOf(unpack(packed as ReturnType<typeof pack>), uid).search).toEqual(search);
  });

  it('can name attributes of the users of the site', () => {
    const user = {
      collectionName: 'up_users',
      info: { singularName: 'user', pluralName: 'users' },
      options: { search: { nickname: 2 } },
      attributes: { nickname: { type: 'string' } },
    };
    const { schema } = buildSchema({ ...filesWith({}), 'user.json': JSON.stringify(user) });
    expect(schema && typeOf(schema, builtInUids.user).search).toEqual({ nickname: 2 });
  });
});

describe('a type without options.search', () => {
  it('has its title and its other short texts, without private ones and those that are not searchable', () => {
    const weights = weightsOf({ privateAttributes: ['internal'] });
    expect(Object.fromEntries(weights ?? [])).toEqual({ title: 10, slug: 3, contact: 3 });
  });

  it('has no private title', () => {
    const weights = weightsOf({ privateAttributes: ['title', 'internal'] });
    expect(Object.fromEntries(weights ?? [])).toEqual({ slug: 10, contact: 3 });
  });

  it('can be the built-in type of files or users', () => {
    expect(Object.fromEntries(weightsOf({}, builtInUids.file) ?? [])).toEqual({
      name: 10,
      alternativeText: 3,
      caption: 3,
    });
    expect(Object.fromEntries(weightsOf({}, builtInUids.user) ?? [])).toEqual({ username: 10, email: 3, provider: 3 });
  });
});
