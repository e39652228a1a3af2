// Faults of a whole folder: all are reported at once, each of them once.
import { expect, test } from 'vitest';
import { page, toTag } from './check.ts';
import { faultsOf, relation, type } from './folder.ts';

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
