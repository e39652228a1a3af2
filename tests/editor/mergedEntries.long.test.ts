// Changes in lists of components, in a browser: nothing else is written, those of two people are merged, and passwords stay.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { string, type } from '../schema/folder.ts';
import { hasChromium, openEntries, startEditor } from '../setup/editor.ts';

const folder = await mkdtemp(join(tmpdir(), 'lectern-entries-'));
afterAll(() => rm(folder, { recursive: true }));
await mkdir(join(folder, 'components/site'), { recursive: true });
await writeFile(
  join(folder, 'components/site/account.json'),
  JSON.stringify({
    info: { displayName: 'Account' },
    attributes: {
      ...{ name: string, note: string, pin: { type: 'password' } },
      sources: { type: 'component', component: 'site.source', repeatable: true },
    },
  }),
);
await writeFile(
  join(folder, 'components/site/source.json'),
  JSON.stringify({ info: { displayName: 'Source' }, attributes: { title: string } }),
);
await writeFile(
  join(folder, 'box.json'),
  type(
    'box',
    { title: string, accounts: { type: 'component', component: 'site.account', repeatable: true } },
    { options: { draftAndPublish: true } },
  ),
);

const editor = startEditor({ contentTypes: folder, content: {} });

interface Account {
  readonly id: number;
  readonly name: string;
  readonly note: string;
  /** The hash. */
  readonly pin: string;
  readonly sources: readonly { readonly title: string }[];
}

const readStored = async (documentId: string): Promise<readonly Account[]> => {
  const database = await editor.database();
  const boxes = database.collection<{ readonly documentId: string; readonly draft: { readonly accounts: Account[] } }>(
    'boxs',
  );
  return (await boxes.findOne({ documentId }))?.draft.accounts ?? [];
};

const openBox = async (documentId: string, role: 'administrator' | 'editor') => {
  const opened = await editor.show(`/content/boxs/${documentId}`, { role });
  await openEntries(opened.page);
  return opened;
};

const fill = (page: Page, entry: string, attribute: string, value: string): Promise<void> =>
  page
    .getByRole('group', { name: entry, exact: true })
    .getByRole('textbox', { name: attribute, exact: true })
    .fill(value);

const save = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+s');
  await page.getByRole('status').filter({ hasText: 'All changes are saved' }).waitFor();
};

describe.runIf(hasChromium)('a list of components with passwords', () => {
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
    await page.getByRole('status').filter({ hasText: 'All changes are saved' }).waitFor();
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
