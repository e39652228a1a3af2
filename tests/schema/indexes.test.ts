// options.indexes: which indexes may be declared, and the messages about all others.
import { describe, expect, it } from 'vitest';
import { buildSchema } from '../../lib/schema/index.ts';

const filesWith = (indexes: unknown) => ({
  'article.json': JSON.stringify({
    kind: 'collectionType',
    info: { singularName: 'article', pluralName: 'articles', displayName: 'Article' },
    options: { indexes },
    attributes: {
      title: { type: 'string' },
      views: { type: 'integer' },
      extra: { type: 'json' },
      category: { type: 'relation', relation: 'manyToOne', target: 'api::category.category', inversedBy: 'articles' },
      tags: { type: 'relation', relation: 'manyToMany', target: 'api::category.category' },
      seo: { type: 'component', component: 'shared.seo' },
      parts: { type: 'component', component: 'shared.seo', repeatable: true },
    },
  }),
  'category.json': JSON.stringify({
    info: { singularName: 'category', pluralName: 'categories', displayName: 'Category' },
    options: { indexes: [['-articles']] },
    attributes: {
      articles: { type: 'relation', relation: 'oneToMany', target: 'api::article.article', mappedBy: 'category' },
    },
  }),
  'components/shared/seo.json': JSON.stringify({
    info: { displayName: 'Seo' },
    attributes: { title: { type: 'string' } },
  }),
});

const withoutFault = (files: ReturnType<typeof filesWith>) => ({
  ...files,
  'category.json': files['category.json'].replace('-articles', 'createdAt'),
});

describe('declared indexes', () => {
  it.each([
    [[['titel']], 'options.indexes.0.0', 'there is no attribute "titel"; did you mean "title"?'],
    [[['views', 'extra']], 'options.indexes.0.1', '"extra" is json, which has no order; name another attribute'],
    [[['seo']], 'options.indexes.0.0', '"seo" is a component; name an attribute of it, such as "seo.title"'],
    [[['views.x']], 'options.indexes.0.0', '"views" is not a component, so it has no attributes'],
    [
      [['tags', 'parts.title']],
      'options.indexes.0',
      'tags and parts.title are lists, and MongoDB indexes one list at the most; make an index for each',
    ],
    [
      'views',
      'options.indexes',
      'write a list of indexes, each a list of attributes, such as [["category", "-views"]], not "views"',
    ],
  ])('%j: %s', (indexes, path, message) => {
    expect(buildSchema(withoutFault(filesWith(indexes))).faults).toEqual([{ file: 'article.json', path, message }]);
  });

  it('cannot be on the side of a relation that does not own the links', () => {
    expect(buildSchema(filesWith([])).faults).toEqual([
      {
        file: 'category.json',
        path: 'options.indexes.0.0',
        message: '"articles" keeps its links on the other side; index them there',
      },
    ]);
  });

  it('resolve to attributes and directions', () => {
    const { schema } = buildSchema(withoutFault(filesWith([['category', '-views'], ['seo.title'], ['updatedAt']])));
    const declared = schema?.types
      .get('api::article.article')
      ?.indexes.map((keys) => keys.map(({ path, descending }) => [path.map(({ name }) => name).join('.'), descending]));
    expect(declared).toEqual([
      [
        ['category', false],
        ['views', true],
      ],
      [['seo.title', false]],
      [['updatedAt', false]],
    ]);
  });
});
