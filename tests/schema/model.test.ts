// The model that schema files are compiled to.
import { describe, expect, test } from 'vitest';
import type { Attribute, Schema } from '../../lib/schema/index.ts';
import { build, component, relation, string, type, warningsOf } from './folder.ts';

const schemaOf = (files: Record<string, string>): Schema => {
  const { schema, faults } = build(files);
  if (schema === undefined) throw new Error(faults.map(({ message }) => message).join('\n'));
  return schema;
};

const attribute = (schema: Schema, holder: string, name: string): Attribute | undefined =>
  (schema.types.get(holder) ?? schema.components.get(holder))?.attributes.get(name);

const common = { required: false, private: false, localized: false };
const page = (definition: object, rest: object = {}): Record<string, string> => ({
  page: type('page', { a: definition }, rest),
});
const a = (definition: object, rest: object = {}): Attribute | undefined =>
  attribute(schemaOf(page(definition, rest)), 'api::page.page', 'a');

describe('a type', () => {
  test('is a collection type without drafts and locales by default', () => {
    const info = { singularName: 'news-item', pluralName: 'news-items' };
    const schema = schemaOf({ 'news-item': JSON.stringify({ info, attributes: {} }) });
    expect(schema.types.get('api::news-item.news-item')).toEqual({
      uid: 'api::news-item.news-item',
      kind: 'collectionType',
      ...info,
      displayName: 'news-item',
      collectionName: 'news_items',
      draftAndPublish: false,
      localized: false,
      indexes: [],
      attributes: new Map(),
    });
  });

  test('is served under its plural name, a single type under its singular one, and a built-in type is not served', () => {
    const schema = schemaOf({ ...page(string), home: type('home', {}, { kind: 'singleType' }) });
    expect([...schema.served.keys()]).toEqual(['home', 'pages']);
    expect([...schema.types.keys()].filter((uid) => uid.startsWith('plugin::'))).toEqual([
      'plugin::users-permissions.user',
      'plugin::users-permissions.role',
      'plugin::upload.file',
    ]);
  });
});

describe('a scalar attribute', () => {
  test.each<readonly [object, object]>([
    [
      { ...string, required: true, unique: true, minLength: 1, maxLength: 9, regex: '^a', default: 'a' },
      {
        type: 'string',
        value: 'text',
        required: true,
        unique: true,
        minLength: 1,
        maxLength: 9,
        regex: '^a',
        default: 'a',
      },
    ],
    [{ type: 'password' }, { type: 'password', value: 'text', private: true }],
    [{ type: 'uid' }, { type: 'uid', value: 'text', unique: true }],
    [
      { type: 'biginteger', min: 1, max: '9007199254740993' },
      { type: 'biginteger', value: 'biginteger', min: '1', max: '9007199254740993' },
    ],
    [
      { type: 'integer', default: null, min: null, required: null },
      { type: 'integer', value: 'integer' },
    ],
    [{ type: 'timestamp' }, { type: 'timestamp', value: 'datetime' }],
    [
      { type: 'json', default: '[{"a": 1}]' },
      { type: 'json', value: 'json', default: [{ a: 1 }] },
    ],
    [
      { type: 'json', default: 'no JSON' },
      { type: 'json', value: 'json', default: 'no JSON' },
    ],
    [
      { type: 'string', default: '[]' },
      { type: 'string', value: 'text', default: '[]' },
    ],
    [
      { type: 'json', customField: 'plugin::x.y', options: ['red', 'blue'] },
      { type: 'json', value: 'json' },
    ],
    [
      { type: 'enumeration', enum: ['b', 'a'] },
      { type: 'enumeration', value: 'text', enum: ['b', 'a'] },
    ],
    [
      { type: 'customField', customField: 'plugin::x.y' },
      { type: 'json', value: 'json' },
    ],
    [
      { type: 'text', customField: 'plugin::x.y' },
      { type: 'text', value: 'text' },
    ],
  ])('%j is %j', (definition, expected) => {
    expect(a(definition)).toEqual({ ...common, kind: 'scalar', name: 'a', unique: false, ...expected });
  });

  test('is private when the type lists it', () => {
    expect(a(string, { options: { privateAttributes: ['a'] } })).toMatchObject({ private: true });
  });
});

const i18n = (localized: boolean): object => ({ pluginOptions: { i18n: { localized } } });
test.each<readonly [string, boolean, object]>([
  ['an attribute with localized: true is localized', true, { ...string, ...i18n(true) }],
  ['an attribute without the option is shared', false, string],
  ['an attribute with localized: false is shared', false, { ...string, ...i18n(false) }],
  ['media without the option are shared', false, { type: 'media' }],
  ['a uid is always localized', true, { type: 'uid', ...i18n(false) }],
  ['a relation is always localized', true, { ...relation('oneToOne', 'api::page.page'), ...i18n(false) }],
])('locales: %s', (_, localized, definition) => {
  expect(a(definition, i18n(true))).toMatchObject({ localized });
  expect(a(definition)).toMatchObject({ localized: false });
});

describe('relations', () => {
  const two = (kind: string, back: string): Schema =>
    schemaOf({
      page: type('page', { tag: relation(kind, 'api::tag.tag', { inversedBy: 'page' }) }),
      tag: type('tag', { page: relation(back, 'api::page.page', { mappedBy: 'tag' }) }),
    });
  test.each([
    ['oneToOne', 'oneToOne', { many: false, exclusive: true }, { many: false, exclusive: true }],
    ['manyToOne', 'oneToMany', { many: false, exclusive: false }, { many: true, exclusive: true }],
    ['manyToMany', 'manyToMany', { many: true, exclusive: false }, { many: true, exclusive: false }],
  ])('%s owns the links, %s is the inverse', (kind, back, owner, inverse) => {
    const schema = two(kind, back);
    expect(attribute(schema, 'api::page.page', 'tag')).toEqual({
      ...common,
      kind: 'relation',
      type: 'relation',
      name: 'tag',
      target: 'api::tag.tag',
      ...owner,
      side: { holds: 'links', inversedBy: 'page' },
    });
    expect(attribute(schema, 'api::tag.tag', 'page')).toEqual({
      ...common,
      kind: 'relation',
      type: 'relation',
      name: 'page',
      target: 'api::page.page',
      ...inverse,
      side: { holds: 'nothing', mappedBy: 'tag', polymorphic: false },
    });
  });

  test.each([
    ['oneToOne', false],
    ['manyToOne', false],
    ['oneToMany', true],
    ['manyToMany', true],
  ])('a one-way %s owns its links and does not limit others', (kind, many) => {
    expect(a(relation(kind, 'api::page.page'))).toMatchObject({ many, exclusive: false, side: { holds: 'links' } });
  });

  test('media is a one-way relation to files', () => {
    expect(a({ type: 'media', multiple: true, allowedTypes: ['images'] })).toEqual({
      ...common,
      kind: 'relation',
      type: 'media',
      name: 'a',
      target: 'plugin::upload.file',
      many: true,
      exclusive: false,
      side: { holds: 'links' },
      allowedTypes: ['images'],
    });
  });

  test('a morphMany is the inverse of a polymorphic attribute', () => {
    const schema = schemaOf({
      page: type('page', {
        notes: { type: 'relation', relation: 'morphMany', target: 'api::note.note', morphBy: 'about' },
      }),
      note: type('note', { about: { type: 'relation', relation: 'morphToOne' } }),
    });
    expect(attribute(schema, 'api::page.page', 'notes')).toMatchObject({
      many: true,
      exclusive: true,
      side: { holds: 'nothing', mappedBy: 'about', polymorphic: true },
    });
    expect(attribute(schema, 'api::note.note', 'about')).toEqual({
      ...common,
      kind: 'morph',
      type: 'relation',
      name: 'about',
      many: false,
    });
  });

  test('a polymorphic relation to files is media', () => {
    const definition = { type: 'relation', relation: 'morphOne', target: 'plugin::upload.file', morphBy: 'related' };
    expect(a(definition)).toMatchObject({ type: 'media', many: false, side: { holds: 'links' } });
  });
});

describe('components', () => {
  const files = { 'components/shared/seo': component({ title: string }) };

  test('may contain themselves if that is not required, and a zone', () => {
    const tree = component({
      children: { type: 'component', component: 'shared.tree', repeatable: true, required: true },
      blocks: { type: 'dynamiczone', components: ['shared.seo', 'shared.tree'], max: 3 },
    });
    expect(attribute(schemaOf({ 'components/shared/tree': tree, ...files }), 'shared.tree', 'blocks')).toEqual({
      ...common,
      kind: 'dynamiczone',
      type: 'dynamiczone',
      name: 'blocks',
      components: ['shared.seo', 'shared.tree'],
      max: 3,
    });
  });
});

describe('user.json in the folder', () => {
  const user = (attributes: object): string => type('user', { ...attributes }, { collectionName: 'up_users' });

  test('adds attributes to the built-in users', () => {
    const schema = schemaOf({
      ...page(relation('manyToOne', 'plugin::users-permissions.user', { inversedBy: 'pages' })),
      user: user({
        pages: relation('oneToMany', 'api::page.page', { mappedBy: 'a' }),
        password: { type: 'password', minLength: 12 },
      }),
    });
    const uid = 'plugin::users-permissions.user';
    expect(attribute(schema, uid, 'pages')).toMatchObject({ side: { holds: 'nothing', mappedBy: 'a' } });
    expect(attribute(schema, uid, 'password')).toMatchObject({ minLength: 12, private: true });
    expect(attribute(schema, uid, 'email')).toMatchObject({ type: 'email' });
    expect(schema.types.has('api::user.user')).toBe(false);
  });

  test('needs only the names of users', () => {
    const info = { singularName: 'user', pluralName: 'users', displayName: 'User' };
    const schema = schemaOf({ user: JSON.stringify({ kind: 'collectionType', info, attributes: { pet: string } }) });
    expect(attribute(schema, 'plugin::users-permissions.user', 'pet')).toMatchObject({ type: 'string' });
    expect(schema.types.has('api::user.user')).toBe(false);
  });

  test('cannot make built-in attributes public or change their type', () => {
    const schema = schemaOf({ user: user({ resetPasswordToken: { ...string, private: false }, blocked: string }) });
    const uid = 'plugin::users-permissions.user';
    expect(attribute(schema, uid, 'resetPasswordToken')).toMatchObject({ private: true });
    expect(attribute(schema, uid, 'blocked')).toMatchObject({ type: 'boolean' });
  });
});

describe('warnings', () => {
  const at = (path: string, message: string): string[] => [`page.json  ${path}: ${message}`];
  test.each<readonly [Record<string, string>, readonly string[]]>([
    [
      page({ ...string, requierd: true }),
      at('attributes.a.requierd', 'a string has no such option; it is ignored; did you mean "required"?'),
    ],
    [page({ type: 'json', maxLength: 3 }), at('attributes.a.maxLength', 'a json has no such option; it is ignored')],
    [page(string, { atributes: {} }), at('atributes', 'is not known and is ignored; did you mean "attributes"?')],
    [
      page({ type: 'media', allowedTypes: ['image', 'files'] }),
      at('attributes.a.allowedTypes', '"image" is not a kind of media and is ignored; did you mean "images"?'),
    ],
    [
      page({ type: 'customField', customField: 'plugin::x.y' }),
      at(
        'attributes.a.type',
        'custom field "plugin::x.y" is kept as json; to keep it as something else, write its type, such as "string"',
      ),
    ],
    [
      page(string, { options: { privateAttributes: ['createdAt', 'locale', 'createdBy', 'createdat'] } }),
      at(
        'options.privateAttributes',
        '"createdat" is not an attribute of this file, so it is not made private; did you mean "createdAt"?',
      ),
    ],
    [
      page(string, { options: { privateAttributes: ['id'] } }),
      at('options.privateAttributes', '"id" is in every answer, as in Strapi, so it is not made private'),
    ],
    [page(relation('oneToOne', 'admin::user')), at('attributes.a', 'is left out: Lectern has no "admin::user"')],
    [
      page(relation('oneToMany', 'plugin::comments.comment')),
      at('attributes.a', 'is left out: Lectern has no "plugin::comments.comment"'),
    ],
    [
      page(relation('manyToOne', 'plugin::users-permissions.user', { inversedBy: 'pages' })),
      at(
        'attributes.a',
        'is read as one-way: "plugin::users-permissions.user" has no attribute "pages"; to add it, extend the type',
      ),
    ],
    [
      {
        page: type('page', {
          z: relation('manyToMany', 'api::page.page', { inversedBy: 'y' }),
          y: relation('manyToMany', 'api::page.page', { inversedBy: 'z' }),
        }),
      },
      at(
        'attributes.z',
        'is read as mappedBy "y": both sides of the relation say inversedBy, and one must say mappedBy',
      ),
    ],
    [
      { ...page(string), 'components/shared/seo': JSON.stringify({ uid: 'shared.meta', attributes: {} }) },
      [
        'components/shared/seo.json  uid: is ignored: by its place in the folder the component is "shared.seo", not "shared.meta"',
      ],
    ],
    [
      { ...page(string), 'components/seo': component({}) },
      ['components/seo.json: is not read; move it to components/<category>/seo.json'],
    ],
    [
      {
        ...page({ type: 'password', unique: true }),
        'components/shared/seo': component({ slug: { type: 'string', unique: true }, title: string }),
      },
      [
        'components/shared/seo.json  attributes.slug.unique: is not enforced inside components, and is ignored',
        'page.json  attributes.a.unique: is not enforced for passwords, and is ignored',
      ],
    ],
    [{}, ['content types: the folder holds none; add one, such as article.json']],
    [
      { page: type('page', { title: string, locale: string, localizations: string }) },
      ['locale', 'localizations'].flatMap((name) =>
        at(`attributes.${name}`, 'is left out, as in Strapi: every document has its own'),
      ),
    ],
  ])('%o: %j', (files, warnings) => {
    expect(warningsOf(files)).toEqual(warnings);
    expect(build(files).faults).toEqual([]);
  });

  test.each([
    ['date', 'now', false],
    ['date', '2024-02-30', false],
    ['date', '2024-05-31T10:00:00.000Z', true],
    ['datetime', 'now()', false],
    ['datetime', '2024-05-31', true],
    ['timestamp', 'soon', false],
    ['time', '10:00', false],
    ['time', '24:00:00', false],
    ['time', '10:00:00', true],
  ])('a default that is no value of a %s: %s', (of, value, isValue) => {
    const files = page({ type: of, default: value });
    const message = `"${value}" is no default: it is no ${of}, and Strapi refuses documents without a value`;
    expect(warningsOf(files)).toEqual(isValue ? [] : at('attributes.a', message));
    const { schema, faults } = build(files);
    const attribute = schema?.types.get('api::page.page')?.attributes.get('a');
    expect([faults, attribute?.kind === 'scalar' && attribute.default]).toEqual([[], isValue ? value : undefined]);
  });

  test.each([
    [
      'what Strapi knows',
      {
        ...string,
        configurable: false,
        writable: true,
        visible: false,
        searchable: true,
        column: {},
        pluginOptions: {},
        conditions: {},
      },
    ],
    ['an option of a custom field', { type: 'richtext', customField: 'plugin::x.y', preset: 'standard' }],
    ['a name with a dash, a space or any letter', string],
  ])('there is none about %s', (_, definition) => {
    expect(warningsOf({ page: type('page', { 'meta-title größe': definition }) })).toEqual([]);
  });
});
