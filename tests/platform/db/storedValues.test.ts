// The walks through stored values: what they find, in which order, and which objects stay the same.
import { expect, it } from 'vitest';
import {
  componentsInside,
  isPrivateIn,
  linksIn,
  mapComponents,
  mapValues,
  pathOf,
  type StoredLink,
} from '../../../lib/platform/db/index.ts';
import { typeOf, type Attribute } from '../../../lib/schema/index.ts';
import { componentFile, relationTo, schemaOf, typeFile } from '../../setup/schema.ts';

const schema = schemaOf({
  'components/part/source.json': componentFile({ to: relationTo('oneToOne', 'page') }),
  'components/part/box.json': componentFile({
    sources: { type: 'component', component: 'part.source', repeatable: true, private: true },
  }),
  'page.json': typeFile('page', {
    pages: relationTo('oneToMany', 'page'),
    box: { type: 'component', component: 'part.box' },
    body: { type: 'dynamiczone', components: ['part.box', 'part.source'] },
    any: { type: 'relation', relation: 'morphToOne' },
    parent: relationTo('manyToOne', 'page', { inversedBy: 'children' }),
    children: relationTo('oneToMany', 'page', { mappedBy: 'parent' }),
  }),
});
const { attributes } = typeOf(schema, 'api::page.page');
const source = (id: number, to: string) => ({ id, to: { to, at: 0 } });

const values = {
  pages: [source(0, 'a').to, source(0, 'b').to],
  box: { id: 1, sources: [source(2, 'c'), null] },
  body: [
    { __component: 'part.removed', ...source(3, 'unknown') },
    { __component: 'part.box', id: 4, sources: [source(5, 'd')] },
  ],
  any: { to: 'e', at: 0, type: 'api::other.other' },
  parent: null,
};

it('finds links and components at any depth, with what they lead to and where they are', () => {
  const describeLink = ({ link, uid, attribute, index, entry }: StoredLink) => [
    link.to,
    uid,
    pathOf(attribute, entry).join('.'),
    index,
    isPrivateIn(attribute, entry),
    entry?.part.id,
  ];
  expect(linksIn(schema, attributes, values).map(describeLink)).toEqual([
    ['a', 'api::page.page', 'pages', 0, false, undefined],
    ['b', 'api::page.page', 'pages', 1, false, undefined],
    ['c', 'api::page.page', 'box.sources.0.to', 0, true, 2],
    ['d', 'api::page.page', 'body.1.sources.0.to', 0, true, 5],
    ['e', 'api::other.other', 'any', 0, false, undefined],
  ]);
  expect(linksIn(schema, [...attributes.values()].slice(0, 1), values)).toHaveLength(2);
  expect(componentsInside(schema, attributes, values).map(({ part }) => part.id)).toEqual([1, 2, 3, 4, 5]);
});

it.each([
  ['body', values.body, [{ index: 0 }, { index: 1 }]],
  ['box', values.box, { index: 0 }],
  ['box', null, null],
  ['body', undefined, undefined],
  ['pages', values.pages, values.pages],
  ['body', ['no component'], ['no component']],
])('replaces the components in %s, and keeps a value without changes: %j', (name, value, expected) => {
  for (const attribute of [...attributes.values()].filter((one) => one.name === name)) {
    expect(mapComponents(attribute, value, (_, index) => ({ index }))).toEqual(expected);
    expect(mapComponents(attribute, value, (part) => part)).toBe(value);
  }
  expect.assertions(2);
});

it('changes some values, or returns the same object', () => {
  const change = (value: unknown, { name }: Attribute) => (name === 'parent' ? 'changed' : value);
  expect(mapValues(attributes, values, change)).toEqual({ ...values, parent: 'changed' });
  expect(mapValues(attributes, values, (value) => value)).toBe(values);
});
