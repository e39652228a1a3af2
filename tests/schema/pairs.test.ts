// Relations whose sides do not name each other: Strapi loads them, and Lectern reads them with a warning.
import { expect, test } from 'vitest';
import type { RelationSide } from '../../lib/schema/index.ts';
import { page, tag, toTag } from './check.ts';
import { build, faultsOf, relation, string, warningsOf } from './folder.ts';

const toPages = (rest: object = {}): object => relation('oneToMany', 'api::page.page', rest);

/** The side of each relation, by `type.attribute`. */
const sidesOf = (files: Record<string, string>): Record<string, RelationSide> =>
  Object.fromEntries(
    [...(build(files).schema?.types.values() ?? [])].flatMap(({ uid, singularName, attributes }) =>
      [...attributes.values()].flatMap((attribute) =>
        uid.startsWith('api::') && attribute.kind === 'relation'
          ? [[`${singularName}.${attribute.name}`, attribute.side] as const]
          : [],
      ),
    ),
  );

const owns = (inversedBy?: string): RelationSide => ({
  holds: 'links',
  ...(inversedBy === undefined ? {} : { inversedBy }),
});
const shows = (mappedBy: string): RelationSide => ({ holds: 'nothing', mappedBy, polymorphic: false });

type Case = readonly [
  what: string,
  files: Record<string, string>,
  sides: Record<string, RelationSide>,
  warnings: readonly string[],
];

const cases: readonly Case[] = [
  [
    'a side that names no owner has links of its own, and so has the owner that names it',
    { ...page({ tag: toTag }), tag: tag({ pages: toPages() }) },
    { 'page.tag': owns(), 'tag.pages': owns() },
    [`page.json  attributes.tag: is read as one-way: api::tag.tag's "pages" does not say mappedBy "tag"`],
  ],
  [
    'an inverse side that names an absent owner shows the only one that names it',
    { ...page({ tag: toTag }), tag: tag({ pages: toPages({ mappedBy: 'tga' }) }) },
    { 'page.tag': owns('pages'), 'tag.pages': shows('tag') },
    [`tag.json  attributes.pages: is read as mappedBy "tag": api::page.page's "tag" says inversedBy "pages"`],
  ],
  [
    'an owner is one-way if the other side belongs to another owner',
    { ...page({ tag: toTag, main: toTag }), tag: tag({ pages: toPages({ mappedBy: 'main' }) }) },
    { 'page.tag': owns(), 'page.main': owns('pages'), 'tag.pages': shows('main') },
    [`page.json  attributes.tag: is read as one-way: api::tag.tag's "pages" is the other side of "main"`],
  ],
  [
    'two owners of a side that names none are one-way, and so is that side',
    { ...page({ tag: toTag, main: toTag }), tag: tag({ pages: toPages() }) },
    { 'page.tag': owns(), 'page.main': owns(), 'tag.pages': owns() },
    [
      `page.json  attributes.tag: is read as one-way: api::tag.tag's "pages" does not say mappedBy "tag"`,
      `page.json  attributes.main: is read as one-way: api::tag.tag's "pages" does not say mappedBy "main"`,
    ],
  ],
  [
    'an inverse side shows the owner that names it, and not the one that it names',
    {
      ...page({ tag: toTag, main: relation('manyToOne', 'api::tag.tag') }),
      tag: tag({ pages: toPages({ mappedBy: 'main' }) }),
    },
    { 'page.tag': owns('pages'), 'page.main': owns(), 'tag.pages': shows('tag') },
    [`tag.json  attributes.pages: is read as mappedBy "tag": api::page.page's "tag" says inversedBy "pages"`],
  ],
  [
    'an owner is one-way if the other side is a relation to another type',
    { ...page({ tag: toTag }), tag: tag({ pages: relation('oneToMany', 'api::tag.tag') }) },
    { 'page.tag': owns(), 'tag.pages': owns() },
    [`page.json  attributes.tag: is read as one-way: api::tag.tag's "pages" is a relation to api::tag.tag`],
  ],
  [
    'an owner is one-way if the other side keeps links itself',
    {
      ...page({
        tags: relation('manyToMany', 'api::tag.tag', { inversedBy: 'pages' }),
        more: relation('manyToMany', 'api::tag.tag', { mappedBy: 'pages' }),
      }),
      tag: tag({ pages: relation('manyToMany', 'api::page.page', { inversedBy: 'more' }) }),
    },
    { 'page.tags': owns(), 'page.more': shows('pages'), 'tag.pages': owns('more') },
    [`page.json  attributes.tags: is read as one-way: api::tag.tag's "pages" keeps links of its own`],
  ],
  [
    'an owner that names no side has the side that names it',
    { ...page({ tag: relation('manyToOne', 'api::tag.tag') }), tag: tag({ pages: toPages({ mappedBy: 'tag' }) }) },
    { 'page.tag': owns('pages'), 'tag.pages': shows('tag') },
    [`tag.json  attributes.pages: api::page.page's "tag" is read as if it said inversedBy "pages"`],
  ],
  [
    'two inverse sides can show the links of one owner',
    { ...page({ tag: toTag }), tag: tag({ pages: toPages({ mappedBy: 'tag' }), all: toPages({ mappedBy: 'tag' }) }) },
    { 'page.tag': owns('pages'), 'tag.pages': shows('tag'), 'tag.all': shows('tag') },
    [`tag.json  attributes.all: api::page.page's "tag" says inversedBy "pages", so both have the same links`],
  ],
  [
    'two inverse sides can show the links of an owner that names no side',
    {
      ...page({ tag: relation('manyToOne', 'api::tag.tag') }),
      tag: tag({ pages: toPages({ mappedBy: 'tag' }), all: toPages({ mappedBy: 'tag' }) }),
    },
    { 'page.tag': owns('pages'), 'tag.pages': shows('tag'), 'tag.all': shows('tag') },
    [
      `tag.json  attributes.pages: api::page.page's "tag" is read as if it said inversedBy "pages"`,
      `tag.json  attributes.all: api::page.page's "tag" is read as if it said inversedBy "pages", so both have the same links`,
    ],
  ],
  [
    'an inverse side is one-way if it names nothing',
    { ...page({ title: string }), tag: tag({ pages: toPages({ mappedBy: 'tilte' }) }) },
    { 'tag.pages': owns() },
    [`tag.json  attributes.pages: is read as one-way: api::page.page has no attribute "tilte"; did you mean "title"?`],
  ],
  [
    'an inverse side is one-way if it names no relation',
    { ...page({ title: string }), tag: tag({ pages: toPages({ mappedBy: 'title' }) }) },
    { 'tag.pages': owns() },
    [`tag.json  attributes.pages: is read as one-way: api::page.page's "title" is no relation back`],
  ],
  [
    'an inverse side is one-way if it names a relation to another type',
    {
      ...page({ parent: relation('manyToOne', 'api::page.page') }),
      tag: tag({ pages: toPages({ mappedBy: 'parent' }) }),
    },
    { 'page.parent': owns(), 'tag.pages': owns() },
    [`tag.json  attributes.pages: is read as one-way: api::page.page's "parent" is a relation to api::page.page`],
  ],
  [
    'an inverse side is one-way if it names a relation of another kind that names no side',
    { ...page({ tag: relation('oneToOne', 'api::tag.tag') }), tag: tag({ pages: toPages({ mappedBy: 'tag' }) }) },
    { 'page.tag': owns(), 'tag.pages': owns() },
    [`tag.json  attributes.pages: is read as one-way: api::page.page's "tag" is oneToOne`],
  ],
];

test.each(cases)('relations whose sides do not name each other: %s', (_, files, sides, warnings) => {
  expect(faultsOf(files)).toEqual([]);
  expect(sidesOf(files)).toEqual(sides);
  expect(warningsOf(files)).toEqual(warnings);
});
