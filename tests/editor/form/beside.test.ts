// Which value of another locale belongs to a field: entries are paired by their ids, else by their places.
import { expect, it } from 'vitest';
import { findMissing, pairEntries, sourcePathOf } from '../../../editor/src/form/beside.ts';

const text = (key: string, more: object = {}) => ({ __key: key, __component: 'a.text', ...more });
const quote = (key: string, more: object = {}) => ({ __key: key, __component: 'a.quote', ...more });

it('pairs entries by place, if both are of the same component', () => {
  expect(pairEntries([text('a'), text('b'), quote('c')], [text('d'), quote('e')])).toEqual([0, undefined, undefined]);
  expect(pairEntries([{ __key: 'a' }], [{ __key: 'b' }, { __key: 'c' }])).toEqual([0]);
});

it('pairs entries with the same id, wherever they are', () => {
  const entries = [text('a', { id: 2 }), text('b'), text('c', { id: 9 })];
  const source = [text('d', { id: 1 }), text('e', { id: 2 }), text('f', { id: 3 })];
  expect(pairEntries(entries, source)).toEqual([1, undefined, 2]);
  expect(findMissing(entries, source)).toEqual([0]);
});

it('finds the path of a field in the other locale', () => {
  const values = { zone: [text('a', { id: 2, parts: [{ __key: 'b' }] })], seo: { title: 'x' } };
  const source = { zone: [quote('c'), text('d', { id: 2, parts: [{ __key: 'e' }] })], seo: null };
  expect(sourcePathOf(values, source, 'title')).toBe('title');
  expect(sourcePathOf(values, source, 'seo.title')).toBe('seo.title');
  expect(sourcePathOf(values, source, 'zone.0.parts.0.name')).toBe('zone.1.parts.0.name');
  expect(sourcePathOf({ zone: [quote('a')] }, { zone: [text('b')] }, 'zone.0.name')).toBeUndefined();
});

it('finds nothing missing where the other locale has no list', () => {
  expect(findMissing(null, undefined)).toEqual([]);
  expect(findMissing(null, [text('a')])).toEqual([0]);
});
