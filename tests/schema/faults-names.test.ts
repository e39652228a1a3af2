// Faults of names: of attributes, types, routes and collections.
import { check, named, of, onPage, onPart, page, part, type Case } from './check.ts';
import { expect, it } from 'vitest';
import { build, component, string, type } from './folder.ts';

const systemNames = ['id', 'documentId', 'created_at', 'updated_at', 'published_at'];
const reserved = 'the name is reserved: every document has its own; choose another one';

check('names of attributes', [
  ...systemNames.map((name): Case => [page({ [name]: string }), onPage(name, reserved)]),
  [part({ id: string }), onPart('id', reserved)],
  [page({ _id: string }), onPage('_id', 'names that begin with "_" are reserved; choose another one')],
  [page({ __component: string }), onPage('__component', 'names that begin with "_" are reserved; choose another one')],
  [page({ $set: string }), onPage('$set', 'names that begin with "$" are reserved; choose another one')],
  [
    page({ 'a.b': string }),
    onPage('a.b', 'is not a name: write letters, digits, "_" and "-", beginning with a letter'),
  ],
  [
    page({ 'a\0': string }),
    onPage('a\0', 'is not a name: write letters, digits, "_" and "-", beginning with a letter'),
  ],
  [
    page({ 'a,b': string }),
    onPage('a,b', 'is not a name: write letters, digits, "_" and "-", beginning with a letter'),
  ],
  [
    page({ '12': string }),
    onPage('12', 'Lectern would read a name of digits only as a position in a list; add a letter'),
  ],
  [
    page({ constructor: string }),
    onPage('constructor', 'the name is reserved: every JavaScript object has its own; choose another one'),
  ],
]);

it('leaves out attributes that every document has, and keeps those that only look like them', () => {
  const { schema, warnings } = build(
    page({
      ...{ createdAt: { type: 'datetime', required: true }, updatedAt: string, publishedAt: string },
      ...{
        createdBy: string,
        updatedBy: string,
        locale: string,
        localizations: string,
        created_by: string,
        updated_by: string,
        title: string,
      },
    }),
  );
  expect([...(schema?.types.get('api::page.page')?.attributes.keys() ?? [])]).toEqual([
    'created_by',
    'updated_by',
    'title',
  ]);
  expect(warnings.map(({ path, message }) => `${path} ${message}`)).toEqual(
    ['createdAt', 'updatedAt', 'publishedAt', 'createdBy', 'updatedBy', 'locale', 'localizations'].map(
      (name) => `attributes.${name} is left out, as in Strapi: every document has its own`,
    ),
  );
});

const names = { singularName: 'page', pluralName: 'pages' };
const route = "is a route of Lectern's own; choose another name";

check('names of types', [
  [
    { pgae: type('page', { title: string }) },
    of(
      'pgae',
      'info.singularName',
      'is "page" in a file named pgae.json; rename the file to page.json or write "pgae"',
    ),
  ],
  [
    named({ singularName: 'page', pluralName: 'page' }),
    of('page', 'info.pluralName', 'is the same as singularName; write a plural, such as "pages"'),
  ],
  [
    { ...page({}), side: type('side', {}, { info: { singularName: 'side', pluralName: 'pages' } }) },
    of('side', 'info.pluralName', '"pages" is a name of page.json already; choose another one'),
  ],
  [
    {
      ...page({}),
      pages: type(
        'pages',
        {},
        { kind: 'singleType', info: { singularName: 'pages', pluralName: 'all-pages' }, collectionName: 'all' },
      ),
    },
    of('pages', 'info.singularName', '"pages" is a name of page.json already; choose another one'),
  ],
  [
    { ...page({}), side: type('side', {}, { collectionName: 'pages' }) },
    of('side', 'collectionName', '"pages" is the collection of page.json already; choose another one'),
  ],
  [
    named(names, { collectionName: 'upload_files' }),
    of(
      'page',
      'collectionName',
      '"upload_files" is the collection of Lectern\'s plugin::upload.file already; choose another one',
    ),
  ],
  [
    named(names, { collectionName: 'lectern_tokens' }),
    of(
      'page',
      'collectionName',
      'collections that begin with "lectern_" are not for content; choose another name than "lectern_tokens"',
    ),
  ],
  [
    named(names, { collectionName: 'system.views' }),
    of(
      'page',
      'collectionName',
      'collections that begin with "system." are not for content; choose another name than "system.views"',
    ),
  ],
  [named({ singularName: 'page', pluralName: 'users' }), of('page', 'info.pluralName', `/api/users ${route}`)],
  [{ upload: type('upload', {}, { kind: 'singleType' }) }, of('upload', 'info.singularName', `/api/upload ${route}`)],
  [
    { 'components/shared/a.b': component({}) },
    ['components/shared/a.b.json: category and name of a component may hold no dot, space or "$"; rename the file'],
  ],
]);
