// The keys by which a form follows the entries of its lists.
import { describe, expect, it, vi } from 'vitest';
import { withoutLostIds, withStoredIds } from '../../../editor/src/form/entries.ts';
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

const entry = (key: string, more: object = {}) => ({ __key: key, ...more }) as FormValues;

describe('a text that is restored', () => {
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

describe('an entry that undo brings back', () => {
  it('has no id if the API has given it up, at any depth', () => {
    const stored = { links: [entry('a', { id: 1, parts: [] })], picture: null };
    const values = {
      links: [
        entry('a', { id: 1, parts: [entry('p', { id: 3 })] }),
        entry('b', { id: 2, parts: [entry('q', { id: 4 })] }),
      ],
      picture: { id: 9, documentId: 'file' },
    };
    expect(withoutLostIds(values, stored)).toEqual({
      links: [
        entry('a', { id: 1, parts: [entry('p', { id: undefined })] }),
        entry('b', { id: undefined, parts: [entry('q', { id: undefined })] }),
      ],
      picture: { id: 9, documentId: 'file' },
    });
  });

  it('keeps values that are complete as the same objects', () => {
    const links = [entry('a', { id: 1 })];
    const values = { links: [entry('a', { id: 1, name: 'changed' })], body: [{ type: 'paragraph' }] };
    expect(withoutLostIds(values, { links, body: [] })).toBe(values);
  });
});
