// Faults of a whole folder: all are reported at once, each of them once.
import { expect, test } from 'vitest';
import { page, tag, toTag } from './check.ts';
import { faultsOf, relation, string, type } from './folder.ts';

test('a folder with ten faults reports all ten, by file', () => {
  const faults = faultsOf({
    article: type('article', {
      id: string,
      title: { ...string, required: 'yes' },
      slug: { type: 'uid', targetField: 'titel' },
      state: { type: 'enumeration', enum: ['a'], default: 'b' },
      rating: { type: 'integer', min: 5, max: 1 },
      category: relation('manyToOne', 'api::categry.category'),
      tags: relation('manyToMany', 'api::tag.tag', { inversedBy: 'articles' }),
      seo: { type: 'component', component: 'shared.seo' },
    }),
    category: type(
      'category',
      { name: { type: 'strin' } },
      { info: { singularName: 'category', pluralName: 'categories' } },
    ),
    tag: tag(),
    broken: '{',
  });
  expect(faults).toHaveLength(10);
  expect(faults).toContain(
    'article.json  attributes.category.target: there is no type "api::categry.category"; did you mean "api::category.category"?',
  );
});

test('a faulty file is reported once; references to it are not', () => {
  expect(
    faultsOf({
      ...page({ tag: toTag, other: relation('oneToMany', 'api::side.side', { mappedBy: 'page' }) }),
      tag: '{"info":',
      side: type('side', { page: { ...relation('manyToOne', 'api::page.page'), inversedBy: 7 } }),
    }),
  ).toEqual([
    'side.json  attributes.page.inversedBy: write the name of an attribute of the target, not 7',
    'tag.json: is not JSON: line 1, column 9: expected a value',
  ]);
});
