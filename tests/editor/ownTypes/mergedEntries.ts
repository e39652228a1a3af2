// Changes in lists of components, in a browser: nothing else is written, those of two people are merged, and passwords stay.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { component, string, type } from '../../schema/folder.ts';
import { hasChromium, openEntries, type EditorSite } from '../../setup/editor.ts';
import { isLong } from '../../setup/lengthOf.ts';
import { saved } from '../page.ts';

/** Writes the content types of these tests. */
export const writeEntries = (folder: string): void => {
  const listOf = (name: string) => ({ type: 'component', component: name, repeatable: true });
  const account = { ...{ name: string, note: string, pin: { type: 'password' } }, sources: listOf('site.source') };
  const files = {
    'components/site/account.json': component(account),
    'components/site/source.json': component({ title: string }),
    'box.json': type(
      'box',
      { title: string, accounts: listOf('site.account') },
      { options: { draftAndPublish: true } },
    ),
  };
  mkdirSync(join(folder, 'components/site'), { recursive: true });
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
};

interface Account {
  readonly id: number;
  readonly name: string;
  readonly note: string;
  /** The hash. */
  readonly pin: string;
  readonly sources: readonly { readonly title: string }[];
}

const fill = (page: Page, entry: string, attribute: string, value: string): Promise<void> =>
  page
    .getByRole('group', { name: entry, exact: true })
    .getByRole('textbox', { name: attribute, exact: true })
    .fill(value);

const save = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+s');
  await saved(page);
};

export const testMergedEntries = (editor: EditorSite): void => {
  const readStored = async (documentId: string): Promise<readonly Account[]> => {
    const database = await editor.database();
    const boxes = database.collection<{
      readonly documentId: string;
      readonly draft: { readonly accounts: Account[] };
    }>('boxs');
    return (await boxes.findOne({ documentId }))?.draft.accounts ?? [];
  };

  const openBox = async (documentId: string, role: 'administrator' | 'editor') => {
    const opened = await editor.show(`/content/boxs/${documentId}`, { role });
    await openEntries(opened.page);
    return opened;
  };

  describe.runIf(hasChromium)('many entries that open at once', () => {
    it('show their fields one after the other, so that the page answers meanwhile', async () => {
      const accounts = Array.from({ length: 40 }, (_, index) => ({ name: `Account ${index}` }));
      const { data } = await editor.api('POST', '/api/boxs?status=draft', { data: { title: 'Many', accounts } });
      const { page, errors } = await editor.show(`/content/boxs/${data.documentId as string}`);
      const list = page.getByRole('group', { name: 'Accounts' });
      const busy = await list.getByRole('button', { name: 'Open all' }).evaluate(async (button: HTMLElement) => {
        button.click();
        await new Promise(requestAnimationFrame);
        return document.querySelectorAll('[aria-busy="true"]').length;
      });
      expect(busy).toBeGreaterThan(20);
      await list.getByRole('textbox', { name: 'Name' }).nth(39).waitFor();
      expect(await page.locator('[aria-busy="true"]').count()).toBe(0);
      // One that opens alone shows its fields at once.
      const toggle = list.getByRole('button', { name: 'Account 20', exact: true });
      await toggle.click();
      const hasFields = await toggle.evaluate(async (button: HTMLElement) => {
        button.click();
        await new Promise(requestAnimationFrame);
        return button.closest('[role="listitem"]')?.querySelector('input[type="text"]') !== null;
      });
      expect(hasFields).toBe(true);
      expect(errors).toEqual([]);
    });
  });

  describe.runIf(hasChromium && isLong)('a list of components with passwords', () => {
    it('is the only attribute that is written after a change deep inside, and keeps everything else', async () => {
      const accounts = ['Ada', 'Bea'].map((name) => ({
        ...{ name, note: `of ${name}`, pin: `pin of ${name}` },
        sources: [1, 2].map((number) => ({ title: `${name} ${number}` })),
      }));
      const { data } = await editor.api('POST', '/api/boxs?status=draft', { data: { title: 'Deep', accounts } });
      const { documentId } = data as { documentId: string };
      const before = await readStored(documentId);
      const { page, errors } = await openBox(documentId, 'administrator');
      const bodies: unknown[] = [];
      page.on('request', (request) => {
        if (request.method() === 'PUT' && request.url().includes('/api/boxs')) bodies.push(request.postDataJSON());
      });
      await fill(page, 'Bea 2', 'Title', 'Deep inside');
      await saved(page);
      expect(bodies.map((body) => Object.keys((body as { data: object }).data))).toEqual([['accounts']]);
      const changed = structuredClone(before);
      Object.assign(changed[1]?.sources[1] ?? {}, { title: 'Deep inside' });
      expect(await readStored(documentId)).toEqual(changed);
      expect(errors).toEqual([]);
    });

    it('is merged entry by entry, and each keeps its password', async () => {
      const accounts = ['Ada', 'Bea', 'Cleo'].map((name) => ({
        ...{ name, note: `of ${name}`, pin: `pin of ${name}`, sources: [] },
      }));
      const { documentId } = (await editor.api('POST', '/api/boxs?status=draft', { data: { title: 'Box', accounts } }))
        .data;
      const [ada, bea, cleo] = await readStored(documentId);
      const first = await openBox(documentId, 'administrator');
      const second = await openBox(documentId, 'editor');

      await first.page.getByRole('button', { name: 'Move Ada' }).press('End');
      await fill(first.page, 'Ada', 'Note', 'moved to the end');
      await save(first.page);
      await fill(second.page, 'Bea', 'Note', 'changed in its place');
      await fill(second.page, 'Ada', 'Name', 'Ada L.');
      await save(second.page);

      const merged = [
        { ...bea, note: 'changed in its place' },
        cleo,
        { ...ada, name: 'Ada L.', note: 'moved to the end' },
      ];
      await expect.poll(() => readStored(documentId)).toEqual(merged);
      await expect
        .poll(() =>
          second.page.getByRole('button', { name: /^Move / }).evaluateAll((all) => all.map((one) => one.ariaLabel)),
        )
        .toEqual(['Move Bea', 'Move Cleo', 'Move Ada L.']);
      expect([...first.errors, ...second.errors]).toEqual([]);
    });
  });
};
