// Pasting and dropping into blocks and Markdown, in a browser.
import { readFile } from 'node:fs/promises';
import type { Locator, Page, Response } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium, startEditor } from '../setup/editor.ts';

const editor = startEditor({ contentTypes: 'tests/schemas/specimens', content: {} });

const pixelUrl =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

const text = (value: string, marks: object = {}) => ({ type: 'text', text: value, ...marks });
const paragraph = (...children: unknown[]) => ({ type: 'paragraph', children });

interface Data {
  readonly html?: string;
  readonly text?: string;
  /** Files of one pixel with these names. */
  readonly pictures?: readonly string[];
  readonly type?: 'paste' | 'drop';
}

/** Gives the element what the browser would give it. A script cannot fill the clipboard of another program. */
const insert = (field: Locator, { html = '', text: plain = '', pictures = [], type = 'paste' }: Data): Promise<void> =>
  field.evaluate(
    (element, [content, plainText, names, url, event]) => {
      const data = new DataTransfer();
      if (content !== '') data.setData('text/html', content);
      if (plainText !== '') data.setData('text/plain', plainText);
      const bytes = Uint8Array.from(atob(url.slice(url.indexOf(',') + 1)), (character) => character.charCodeAt(0));
      for (const name of names) data.items.add(new File([bytes], name, { type: 'image/png' }));
      const target = element.shadowRoot?.querySelector('.cm-content') ?? element;
      const options = { bubbles: true, cancelable: true, composed: true };
      if (event === 'paste') {
        target.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }));
        return;
      }
      const last = target.lastElementChild?.getBoundingClientRect() ?? new DOMRect();
      const at = { clientX: last.left + 2, clientY: last.top + last.height / 2 };
      target.dispatchEvent(new DragEvent('drop', { ...options, ...at, dataTransfer: data }));
    },
    [html, plain, [...pictures], pixelUrl, type] as const,
  );

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- JSON
const read = async (documentId: string): Promise<any> =>
  (await editor.api('GET', `/api/specimens/${documentId}?status=draft`)).data;

const open = async (data: object, options: Parameters<typeof editor.open>[1] = {}) => {
  const { documentId } = (await editor.api('POST', '/api/specimens?status=draft', { data })).data as {
    documentId: string;
  };
  const opened = await editor.open(`/content/specimens/${documentId}`, options);
  const { page } = opened;
  await page.getByRole('group', { name: 'Gallery' }).waitFor();
  const body = page.getByRole('textbox', { name: 'Body', exact: true });
  const story = page.getByRole('textbox', { name: 'Story', exact: true });
  return { ...opened, documentId, body, story };
};

/** What the API has when the form says that it has everything. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- JSON
const saved = async (page: Page, documentId: string, change: () => Promise<unknown>): Promise<any> => {
  const isPut = (response: Response): boolean =>
    response.request().method() === 'PUT' && response.url().includes(`/api/specimens/${documentId}`);
  const [answer] = await Promise.all([page.waitForResponse(isPut), change()]);
  expect(answer.status()).toBe(200);
  await page.getByRole('status').filter({ hasText: 'All changes are saved' }).waitFor();
  return read(documentId);
};

const source = (name: string): Promise<string> => readFile(`tests/editor/paste/${name}.html`, 'utf8');

/** What the unit tests expect of the same HTML; `⬚` is where a picture was. */
const expectedMarkdown = async (name: string): Promise<string> => {
  const file = await readFile(`tests/editor/paste/${name}.txt`, 'utf8');
  return file.slice('# Markdown\n\n'.length, file.indexOf('\n\n# Pictures of Markdown'));
};

describe.runIf(hasChromium)('HTML that is pasted', () => {
  it.each(['word', 'googleDocs', 'libreOffice', 'notion', 'webPage'])('into Markdown from %s', async (name) => {
    const { page, documentId, story } = await open({});
    // A foreign picture would stay a link to it, which the unit tests do not know.
    await page.route(/^https:\/\/(?!localhost)/u, (route) => route.abort());
    const html = (await source(name)).replaceAll(/<img[^>]*>/gu, '');
    const stored = await saved(page, documentId, async () => {
      await story.click();
      await insert(story, { html });
    });
    const squeeze = (markdown: string): string => markdown.replaceAll(/\n{2,}/gu, '\n\n').replaceAll(/ {2,}/gu, ' ').trim();
    expect(squeeze(stored.story)).toBe(squeeze(await expectedMarkdown(name)));
  });

  it.each(['word', 'googleDocs', 'libreOffice', 'notion'])('into blocks from %s', async (name) => {
    const { page, documentId, body } = await open({});
    const html = (await source(name)).replaceAll(/<img[^>]*>/gu, '');
    const stored = await saved(page, documentId, async () => {
      await body.click();
      await insert(body, { html });
    });
    expect(stored.body.slice(0, 1)).toEqual([{ type: 'heading', level: 1, children: [text('The ink of Maud')] }]);
    const item = (value: string) => ({ type: 'list-item', children: [text(value)] });
    expect(stored.body).toContainEqual({
      type: 'list',
      format: 'unordered',
      children: [
        item('Grind'),
        {
          type: 'list',
          format: 'ordered',
          indentLevel: 1,
          children: expect.arrayContaining([item('coarse')]) as unknown,
        },
        item('Boil'),
      ],
    });
    expect(stored.body).toContainEqual(paragraph(text('Part', { bold: true }), text(' | '), text('Grams', { bold: true })));
    await page.getByRole('alert').filter({ hasText: '1 table is text now' }).waitFor();
  });
});
