// The fields of rich text, Markdown, JSON, relations and media, in a browser.
import type { Page, Response } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium, startEditor } from '../setup/editor.ts';

const editor = startEditor({ contentTypes: 'tests/schemas/specimens', content: {} });

const text = (value: string, marks: object = {}) => ({ type: 'text', text: value, ...marks });
const paragraph = (...children: unknown[]) => ({ type: 'paragraph', children });

/** How many the API finds: an index follows what was written. */
const totalOf = async (path: string): Promise<number> =>
  (await editor.api('GET', path)).meta.pagination.total as number;

const create = async (type: string, data: object, status = 'draft'): Promise<string> =>
  (await editor.api('POST', `/api/${type}?status=${status}`, { data })).data.documentId;

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- JSON
const read = async (documentId: string): Promise<any> =>
  (await editor.api('GET', `/api/specimens/${documentId}?status=draft&populate=*`)).data;

const openSpecimen = async (data: object) => {
  const documentId = await create('specimens', data);
  const opened = await editor.show(`/content/specimens/${documentId}`);
  await opened.page.getByRole('group', { name: 'Gallery' }).waitFor();
  return { ...opened, documentId };
};

/** Changes the form, and waits until it has stored all of that. It may save in between, if the machine is slow. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- JSON
const saved = async (page: Page, documentId: string, change: () => Promise<unknown>): Promise<any> => {
  const isPut = (response: Response): boolean =>
    response.request().method() === 'PUT' && response.url().includes(`/api/specimens/${documentId}`);
  const [answer] = await Promise.all([page.waitForResponse(isPut), change()]);
  expect(answer.status()).toBe(200);
  await page.getByRole('status').filter({ hasText: 'All changes are saved' }).waitFor();
  return read(documentId);
};

/** A picture of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

describe.runIf(hasChromium)('the field of', () => {
  it('rich text writes, marks, nests and links, and changes only what was edited', async () => {
    const kept = { type: 'quote', cite: 'kept', children: [text('Kept')] };
    const { page, errors, documentId } = await openSpecimen({ body: [paragraph(text('A')), kept] });
    const body = page.getByRole('textbox', { name: 'Body', exact: true });
    const stored = await saved(page, documentId, async () => {
      await body.getByText('A').click();
      await page.keyboard.press('End');
      await page.keyboard.type(' ');
      await page.keyboard.press('Control+b');
      await page.keyboard.type('bold');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Control+b');
      await page.keyboard.type('- one');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await page.keyboard.type('two');
    });
    const item = (value: string) => ({ type: 'list-item', children: [text(value)] });
    const list = (...children: unknown[]) => ({ type: 'list', format: 'unordered', children });
    expect(stored.body).toEqual([
      paragraph(text('A '), text('bold', { bold: true })),
      list(item('one'), { ...list(item('two')), indentLevel: 1 }),
      kept,
    ]);

    const linked = await saved(page, documentId, async () => {
      await page.keyboard.press('Shift+Home');
      await page.keyboard.press('Control+k');
      const address = page.getByLabel('Address');
      await address.fill('javascript:alert(1)');
      await page.keyboard.press('Enter');
      await page.getByText('Enter an address such as').waitFor();
      await address.fill('example.org');
      await page.keyboard.press('Enter');
    });
    expect(JSON.stringify(linked.body[1])).toContain('"url":"https://example.org"');

    const undone = await saved(page, documentId, async () => {
      await body.getByText('Kept').click();
      await page.keyboard.press('Control+z');
    });
    expect(JSON.stringify(undone.body)).not.toContain('https://example.org');
    expect(errors).toEqual([]);
  });

  it('Markdown shows a preview in which nothing runs', async () => {
    const story = '**bold** <img src=x onerror="window.hit=1"> [bad](javascript:window.hit=1)';
    const { page, errors, documentId } = await openSpecimen({ story });
    const group = page.getByRole('textbox', { name: 'Story', exact: true });
    const stored = await saved(page, documentId, async () => {
      await group.click();
      await page.keyboard.press('Control+Home');
      await page.keyboard.type('# Title ');
    });
    expect(stored.story).toBe(`# Title ${story}`);
    await page.getByText('Preview', { exact: true }).first().click();
    await page.getByRole('heading', { name: /Title/u }).waitFor();
    await page.getByText('bad', { exact: true }).click();
    expect(await page.evaluate(() => 'hit' in window)).toBe(false);
    expect(errors).toEqual([]);
  });

  it('JSON says where the text is wrong, and stores only what is right', async () => {
    const { page, errors, documentId } = await openSpecimen({ extra: { a: 1 } });
    await page.getByRole('textbox', { name: 'Extra' }).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('{"a" 2}');
    await page.getByText('Line 1, column 6').waitFor();
    const stored = await saved(page, documentId, async () => {
      await page.keyboard.press('Control+a');
      await page.keyboard.type('{"a": [2]}');
    });
    expect(stored.extra).toEqual({ a: [2] });
    expect(await page.getByText('is not valid JSON').count()).toBe(0);
    expect(errors).toEqual([]);
  });

  it('relations opens a document in a panel, which saves before it closes', async () => {
    const id = await create('topics', { name: 'Comb' });
    const { page, errors } = await openSpecimen({ topics: [id] });
    await page.getByRole('button', { name: 'Comb', exact: true }).click();
    const panel = page.getByRole('dialog', { name: 'Topic' });
    await panel.getByRole('textbox', { name: 'Name' }).fill('Honeycomb');
    await panel.getByRole('button', { name: 'Close the panel' }).click();
    await page.getByRole('button', { name: 'Honeycomb', exact: true }).waitFor();
    expect((await editor.api('GET', `/api/topics/${id}?status=draft`)).data.name).toBe('Honeycomb');
    expect(errors).toEqual([]);
  });

  it('relations searches, marks drafts, orders with keys and removes', async () => {
    const ids = [await create('topics', { name: 'Glue' }, 'published'), await create('topics', { name: 'Ink' })];
    await expect
      .poll(() => totalOf('/api/search?q=ink&types=topics&view=edit'), { timeout: 15_000 })
      .toBeGreaterThan(0);
    const { page, errors, documentId } = await openSpecimen({ topics: ids });
    const topics = page.getByRole('list', { name: 'Topics' });
    await topics.getByText('Draft').waitFor();
    expect(await topics.getByText('Draft').count()).toBe(1);

    const moved = await saved(page, documentId, async () => {
      await page.getByRole('button', { name: 'Move Ink', exact: true }).press('ArrowUp');
    });
    expect(moved.topics.map(({ name }: { name: string }) => name)).toEqual(['Ink', 'Glue']);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Move Ink');

    const removed = await saved(page, documentId, async () => {
      await topics.getByRole('button', { name: 'Remove Ink' }).click();
    });
    expect(removed.topics).toHaveLength(1);

    const picked = await saved(page, documentId, async () => {
      await page.getByRole('combobox', { name: 'Topic: add' }).fill('in');
      await page.getByRole('option', { name: /^Ink/ }).click();
    });
    expect(picked.topic.name).toBe('Ink');

    const polymorphic = await saved(page, documentId, async () => {
      await page.getByRole('combobox', { name: 'Type of the document' }).click();
      await page.getByRole('option', { name: 'Topic', exact: true }).click();
      await page.getByRole('combobox', { name: 'Subjects: add' }).fill('glue');
      await page.getByRole('option', { name: 'Glue', exact: true }).click();
    });
    expect(polymorphic.subjects).toMatchObject([{ __type: 'api::topic.topic', name: 'Glue' }]);
    expect(errors).toEqual([]);
  });

  it('media uploads, refuses other kinds, describes, and chooses from the library', async () => {
    const { page, errors, documentId } = await openSpecimen({});
    const cover = page.getByRole('group', { name: 'Cover' });
    const choose = async (name: string, mimeType: string, buffer: Buffer): Promise<void> => {
      const chooser = page.waitForEvent('filechooser');
      await cover.getByRole('button', { name: 'Cover: upload' }).click();
      await (await chooser).setFiles({ name, mimeType, buffer });
    };
    await choose('notes.txt', 'text/plain', Buffer.from('text'));
    await cover.getByText('does not accept these files: notes.txt').waitFor();
    const uploaded = await saved(page, documentId, () => choose('pixel.png', 'image/png', pixel));
    expect(uploaded.cover.name).toBe('pixel.png');

    await cover.getByLabel('Alternative text of pixel.png').fill('One pixel');
    await page.keyboard.press('Tab');
    await cover.getByText('Saved', { exact: true }).waitFor();
    expect((await read(documentId)).cover.alternativeText).toBe('One pixel');

    await expect.poll(() => totalOf('/api/upload/files/page?search=one pix'), { timeout: 15_000 }).toBe(1);
    const chosen = await saved(page, documentId, async () => {
      await page.getByRole('button', { name: 'Gallery: choose from the library' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Search in all folders').fill('one pix');
      await dialog.getByRole('button', { name: 'pixel.png' }).click();
      await dialog.getByRole('button', { name: 'Choose', exact: true }).click();
    });
    expect(chosen.gallery.map(({ name }: { name: string }) => name)).toEqual(['pixel.png']);
    expect(errors).toEqual([]);
  });
});
