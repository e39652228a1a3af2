// The keys by which a form follows the entries of its lists.
import { expect, it, vi } from 'vitest';

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
