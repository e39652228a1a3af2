// The keys by which a form follows the entries of its lists.
import { describe, expect, it, vi } from 'vitest';
import { withStoredIds } from '../../../editor/src/form/entries.ts';
import type { FormValues } from '../../../editor/src/form/types.ts';

/** What a page makes after it was loaded anew. */
const loadPage = async () => {
  vi.resetModules();
  return import('../../../editor/src/form/entries.ts');
};

it('have the same key in no two pages, because the browser keeps entries with the keys of an earlier page', async () => {
  const keys = new Set<string>();
  for (let page = 1; page <= 3; page += 1) {
    const { newEntryKey } = await loadPage();
    keys.add(newEntryKey());
    keys.add(newEntryKey());
  }
  expect(keys.size).toBe(6);
});

describe('a text that is restored', () => {
  const entry = (key: string, more: object = {}) => ({ __key: key, ...more }) as FormValues;

  it('has the ids that the API has, wherever the user has moved the entries, at any depth', () => {
    const stored = {
      links: [entry('a', { id: 1, parts: [entry('p', { id: 3 })] }), entry('b', { id: 2 })],
      seo: { id: 7, parts: [entry('s', { id: 8 })] },
      title: 'Ink',
    };
    const values = {
      links: [entry('b', { name: 'moved' }), entry('new'), entry('a', { parts: [entry('p', { name: 'changed' })] })],
      seo: { parts: [entry('s')] },
      title: 'Pen',
    };
    expect(withStoredIds(values, stored)).toEqual({
      links: [
        entry('b', { id: 2, name: 'moved' }),
        entry('new'),
        entry('a', { id: 1, parts: [entry('p', { id: 3, name: 'changed' })] }),
      ],
      seo: { parts: [entry('s', { id: 8 })] },
      title: 'Pen',
    });
  });

  it('stays as it is where the API has nothing', () => {
    const values = { links: [entry('a', { name: 'one' })], seo: { name: 'x' }, note: null };
    expect(withStoredIds(values, { links: null, seo: null })).toEqual(values);
  });
});
