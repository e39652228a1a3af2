// Faults of form: JSON syntax, the keys of a file, types, options and values of attributes.
import { check, type Case, named, of, onPage, page } from './check.ts';
import { relation, string, type } from './folder.ts';

check('JSON', [
  [{ page: '{\n  "a": 1\n  "b": 2\n}' }, ['page.json: is not JSON: line 3, column 3: expected "," or "}"']],
  [{ page: '{"a": [1, 2,]}' }, ['page.json: is not JSON: line 1, column 13: expected a value']],
  [{ page: '{"a":' }, ['page.json: is not JSON: line 1, column 6: expected a value']],
  [{ page: "{'a': 1}" }, [`page.json: is not JSON: line 1, column 2: expected a name in double quotes or "}"`]],
  [{ page: '{} {}' }, ['page.json: is not JSON: line 1, column 4: expected nothing after the end']],
  [{ page: '[1]' }, ['page.json: write an object, not [1]']],
]);

check('the form of a file', [
  [{ page: '{"attributes": {}}' }, of('page', 'info', 'is missing; write an object with singularName and pluralName')],
  [
    { page: JSON.stringify({ info: { singularName: 'page', pluralName: 'pages' } }) },
    of('page', 'attributes', 'is missing; write an object of attributes by name'),
  ],
  [
    named({ singularName: 'page' }),
    of('page', 'info.pluralName', 'is missing; write small letters, digits and single dashes, such as "blog-posts"'),
  ],
  [
    named({ singularName: 'Page', pluralName: 'pages' }),
    of('page', 'info.singularName', 'write small letters, digits and single dashes, such as "blog-post", not "Page"'),
  ],
  [
    named({ singularName: 'page', pluralName: 'pages' }, { kind: 'single' }),
    of('page', 'kind', 'write "collectionType" or "singleType", not "single"'),
  ],
  [
    named({ singularName: 'page', pluralName: 'pages' }, { options: { draftAndPublish: 'yes' } }),
    of('page', 'options.draftAndPublish', 'write true or false, not "yes"'),
  ],
  [
    { page: type('page', {}, { attributes: [string] }) },
    of('page', 'attributes', 'write an object of attributes by name, not [{"type":"string"}]'),
  ],
  [page({ title: 'string' }), onPage('title', 'write an object with a "type", not "string"')],
]);

check('types and options of attributes', [
  [page({ a: { type: 'strnig' } }), onPage('a.type', 'there is no type "strnig"; did you mean "string"?')],
  ...['json', 'blocks'].map((type): Case => [
    page({ a: { type, unique: true }, b: { type, unique: false } }),
    onPage(
      'a.unique',
      'write false (whole JSON values cannot be kept unique; give what must be unique an attribute of its own), not true',
    ),
  ]),
  [page({ a: { ...string, required: 'yes' } }), onPage('a.required', 'write true or false, not "yes"')],
  [page({ a: { ...string, maxLength: -1 } }), onPage('a.maxLength', 'write a whole number, 0 or more, not -1')],
  [
    page({ a: { type: 'component' } }),
    onPage('a.component', 'is missing; write the name of a component, such as "shared.seo"'),
  ],
  [
    page({ a: { ...string, pluginOptions: { i18n: { localized: 'true' } } } }),
    onPage('a.pluginOptions.i18n.localized', 'write true or false, not "true"'),
  ],
  [
    { ...page({ a: relation('manyToOnes', 'api::page.page') }) },
    onPage(
      'a.relation',
      'write one of oneToOne, oneToMany, manyToOne, manyToMany, morphToOne, morphToMany, morphOne, morphMany, not "manyToOnes"; did you mean "manyToOne"?',
    ),
  ],
  [page({ a: { type: 'enumeration' } }), onPage('a.enum', 'is missing; write a list of the values it may take')],
  [page({ a: { type: 'enumeration', enum: [] } }), onPage('a.enum', 'write a list of the values it may take, not []')],
]);

check('values', [
  [page({ a: { type: 'enumeration', enum: ['x', 'y', 'x'] } }), onPage('a.enum', 'holds "x" twice; take one out')],
  [
    page({ a: { type: 'enumeration', enum: ['draft', 'done'], default: 'drat' } }),
    onPage('a.default', '"drat" is not in enum; write one of draft, done; did you mean "draft"?'),
  ],
  [page({ a: { type: 'integer', default: '1' } }), onPage('a.default', 'write a whole number, not "1"')],
  [page({ a: { type: 'date', default: 5 } }), onPage('a.default', 'write a text such as "2024-05-31", not 5')],
  [page({ a: { type: 'decimal', min: 2, max: 1 } }), onPage('a.min', '2 is more than max, 1; exchange them')],
  [
    page({ a: { type: 'biginteger', min: '9007199254740993', max: '9007199254740992' } }),
    onPage('a.min', '9007199254740993 is more than max, 9007199254740992; exchange them'),
  ],
  [
    page({ a: { ...string, minLength: 3, maxLength: 2 } }),
    onPage('a.minLength', '3 is more than maxLength, 2; exchange them'),
  ],
  [
    page({ a: { ...string, regex: '[' } }),
    onPage(
      'a.regex',
      'Invalid regular expression: /[/: Unterminated character class; write one that JavaScript can read',
    ),
  ],
  [
    page({ title: string, a: { type: 'uid', targetField: 'titel' } }),
    onPage('a.targetField', 'there is no attribute "titel"; did you mean "title"?'),
  ],
  [
    page({ n: { type: 'integer' }, a: { type: 'uid', targetField: 'n' } }),
    onPage('a.targetField', '"n" is of type integer; name a string or text attribute'),
  ],
  [
    page({ p: { type: 'password' }, a: { type: 'uid', targetField: 'p' } }),
    onPage('a.targetField', '"p" is of type password; name a string or text attribute'),
  ],
]);
