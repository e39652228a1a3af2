// The names of lists, and the groups of the navigation.
import { describe, expect, it } from 'vitest';
import { sectionsOf } from '../../editor/src/app/sectionsOf.ts';
import { navigationGroups } from '../../editor/src/schema/navigationGroups.ts';
import { pluralLabel } from '../../editor/src/schema/pluralLabel.ts';
import { buildEditorSchema } from '../../editor/src/schema/buildEditorSchema.ts';
import type { ContentType } from '../../editor/src/schema/types.ts';

it.each([
  ['Article', 'article', 'articles', 'Articles'],
  ['Blog Post', 'blog-post', 'blog-posts', 'Blog Posts'],
  ['Category', 'category', 'categories', 'Categories'],
  ['FAQ', 'faq', 'faqs', 'FAQs'],
  ['Person', 'person', 'people', 'People'],
  ['Shop product', 'product', 'products', 'Shop products'],
  ['Articles', 'article', 'articles', 'Articles'],
  // The names of the type say nothing of the plural.
  ['Artikel', 'article', 'articles', 'Artikel'],
  ['News', 'news', 'news-items', 'News items'],
])('the name of a list of %s (%s, %s) is %4$s', (displayName, singular, plural, expected) => {
  expect(pluralLabel(displayName, singular, plural)).toBe(expected);
});

const type = (uid: string, kind: ContentType['kind'] = 'collectionType'): ContentType => {
  const name = uid.slice(uid.lastIndexOf('.') + 1);
  const names = { displayName: name.toUpperCase(), singularName: name, pluralName: `${name}s` };
  const [built] = buildEditorSchema([{ uid, schema: { kind, ...names, attributes: {} } }], []).types.values();
  if (built === undefined) throw new Error(`${uid} is no type of a site`);
  return built;
};

const named = (types: readonly ContentType[]) =>
  navigationGroups(types).map(({ name, kind, types: members }) => [name ?? kind, members.map(({ uid }) => uid)]);

describe('the groups of the navigation', () => {
  it('are collections and single types, by their names', () => {
    const types = [type('api::tag.tag'), type('api::home.home', 'singleType'), type('api::article.article')];
    expect(named(types)).toEqual([
      ['collectionType', ['api::article.article', 'api::tag.tag']],
      ['singleType', ['api::home.home']],
    ]);
  });

  it('are the folders that several types share', () => {
    const types = [
      ...[type('api::shop.product'), type('api::shop.settings', 'singleType'), type('api::help-desk.ticket')],
      ...[type('api::help-desk.agent'), type('api::tag.tag')],
    ];
    expect(named(types)).toEqual([
      ['Help desk', ['api::help-desk.agent', 'api::help-desk.ticket']],
      ['Shop', ['api::shop.product', 'api::shop.settings']],
      ['collectionType', ['api::tag.tag']],
    ]);
  });

  it('are those of views, where they name one', () => {
    const types = [
      ...[type('api::shop.product'), type('api::shop.order')],
      { ...type('api::tag.tag'), group: 'Words' },
    ];
    expect(named(types)).toEqual([
      ['Shop', ['api::shop.order', 'api::shop.product']],
      ['Words', ['api::tag.tag']],
    ]);
  });
});

describe('the types in the navigation', () => {
  const row = (label: string) => ({ uid: label, label, to: `/content/${label}`, Icon: () => null });
  const groups = [
    { title: 'Content', types: [row('Articles'), row('Événements')] },
    { title: 'Shop', types: [row('Orders'), row('Agents')] },
  ];
  const find = (filter: string, ...pins: readonly string[]) =>
    sectionsOf(groups, 'Pinned', (uid) => pins.includes(uid), filter).map(({ title, types }) => [
      title,
      types.map(({ label }) => label),
    ]);

  it('are those that the filter finds, without accents and capitals', () => {
    expect(find(' ÊNT', 'Agents')).toEqual([
      ['Pinned', ['Agents']],
      ['Content', ['Événements']],
    ]);
    expect(find('zzz')).toEqual([]);
  });
});
