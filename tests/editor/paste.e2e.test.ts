// Pasting and dropping into blocks and Markdown, in a browser.
import { readFile } from 'node:fs/promises';
import type { Locator, Page, Response } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium, startEditor, type EditorPage } from '../setup/editor.ts';
import { findViolations } from './axe.ts';

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

const openSpecimen = async (data: object, opens: (path: string) => Promise<EditorPage>) => {
  const { documentId } = (await editor.api('POST', '/api/specimens?status=draft', { data })).data as {
    documentId: string;
  };
  const opened = await opens(`/content/specimens/${documentId}`);
  const { page } = opened;
  await page.getByRole('group', { name: 'Gallery' }).waitFor();
  const body = page.getByRole('textbox', { name: 'Body', exact: true });
  const story = page.getByRole('textbox', { name: 'Story', exact: true });
  return { ...opened, documentId, body, story };
};

/** A new document in the page that the tests share. */
const show = (data: object) => openSpecimen(data, editor.show);

/** A new document in a page of the test's own. */
const open = (data: object) => openSpecimen(data, editor.open);

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
  it.each(['word', 'googleDocs', 'libreOffice', 'notion', 'webPage'])('from %s', async (name) => {
    const { page, documentId, body, story } = await show({});
    // A foreign picture would stay a link to it, which the unit tests do not know.
    await page.route(/^https:\/\/(?!localhost)/u, (route) => route.abort());
    const html = (await source(name)).replaceAll(/<img[^>]*>/gu, '');
    const stored = await saved(page, documentId, async () => {
      await story.click();
      await insert(story, { html });
    });
    const squeeze = (markdown: string): string =>
      markdown
        .replaceAll(/\n{2,}/gu, '\n\n')
        .replaceAll(/ {2,}/gu, ' ')
        .trim();
    expect(squeeze(stored.story)).toBe(squeeze(await expectedMarkdown(name)));
    // The web page is another text.
    if (name === 'webPage') return;
    const { body: blocks } = await saved(page, documentId, async () => {
      await body.click();
      await insert(body, { html });
    });
    expect(blocks.slice(0, 1)).toEqual([{ type: 'heading', level: 1, children: [text('The ink of Maud')] }]);
    const item = (value: string) => ({ type: 'list-item', children: [text(value)] });
    expect(blocks).toContainEqual({
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
    expect(blocks).toContainEqual(paragraph(text('Part', { bold: true }), text(' | '), text('Grams', { bold: true })));
    await page.getByRole('alert').filter({ hasText: '1 table is text now' }).waitFor();
  });
});

const images = (blocks: readonly { readonly type: string; readonly image?: { readonly url: string } }[]) =>
  blocks.map(({ type, image }) => (image === undefined ? type : `image ${image.url.replace(/_[^_.]*\./u, '.')}`));

/** The names of what the browser could not load in these tests on purpose. */
const withoutRefusals = (errors: readonly string[]): readonly string[] =>
  errors.filter((error) => !error.includes('pictures.example'));

describe.runIf(hasChromium)('pictures', () => {
  it('of pasted HTML are uploaded to their places, and named if they cannot be loaded', async () => {
    const { page, errors, documentId, body } = await show({});
    const html = `<p>one</p><p><img src="${pixelUrl}" alt="Gall"></p><p>two</p><img src="https://pictures.example/iron.png"><p>three</p>`;
    const stored = await saved(page, documentId, async () => {
      await body.click();
      await insert(body, { html });
      await page.getByRole('img', { name: 'Gall' }).waitFor();
      await page.getByRole('alert').filter({ hasText: 'iron.png' }).waitFor();
    });
    expect(stored.body.map(({ type }: { type: string }) => type)).toEqual([
      ...['paragraph', 'image', 'paragraph', 'paragraph', 'paragraph'],
    ]);
    expect(stored.body[1].image.alternativeText).toBe('Gall');
    expect(stored.body[1].image.url).toMatch(/^\/uploads\//u);
    expect(stored.body[3].children[1]).toMatchObject({ type: 'link', url: 'https://pictures.example/iron.png' });
    expect(await page.getByRole('list', { name: 'Uploads' }).count()).toBe(0);
    expect(withoutRefusals(errors)).toEqual([]);
  });

  it('of the site are not uploaded again', async () => {
    const { page, documentId, body, story } = await show({});
    const first = await saved(page, documentId, async () => {
      await body.click();
      await insert(body, { html: `<img src="${pixelUrl}" alt="Gall">` });
      await page.getByRole('img', { name: 'Gall' }).waitFor();
    });
    const { image } = first.body.find(({ type }: { type: string }) => type === 'image');
    const countFiles = async () => ((await editor.api('GET', '/api/upload/files')) as readonly unknown[]).length;
    const before = await countFiles();
    const html = `<p>again</p><img src="${editor.url()}${image.url}" alt="Other words">`;
    await body.click();
    await page.keyboard.press('Control+End');
    await insert(body, { html });
    await expect.poll(() => page.getByRole('img', { name: 'Gall' }).count()).toBe(2);
    const { story: markdown } = await saved(page, documentId, async () => {
      await story.click();
      await insert(story, { html });
    });
    expect(markdown).toContain(`![Gall](${image.url})`);
    expect(await countFiles()).toBe(before);
  });

  it('keep their place in blocks while somebody types around it, and are taken back with their paste', async () => {
    const { page, errors, body } = await open({ body: [paragraph(text('first')), paragraph(text('last'))] });
    let answer: () => void = () => undefined;
    const isAllowed = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/upload', async (route) => {
      await isAllowed;
      await route.continue();
    });
    await body.getByText('first').click();
    await page.keyboard.press('End');
    await insert(body, { pictures: ['gall.png'] });
    await page.getByText('Uploading gall.png…').waitFor();
    await page.getByRole('list', { name: 'Uploads' }).getByText('gall.png').waitFor();
    await body.getByText('first').click();
    await page.keyboard.press('Home');
    await page.keyboard.type('The ');
    await page.keyboard.press('Enter');
    answer();
    await body.locator('figure img').waitFor();
    const order = await body.evaluate((element) =>
      [...element.querySelectorAll('p, figure')].map((one) => (one.tagName === 'P' ? one.textContent : 'picture')),
    );
    expect(order.map((one) => one.replaceAll('\ufeff', ''))).toEqual(['The ', 'first', 'picture', 'last']);
    expect(errors).toEqual([]);
  });

  it('of one paste are taken back with it in one step', async () => {
    const { page, body } = await show({ body: [paragraph(text('first'))] });
    await body.getByText('first').click();
    await page.keyboard.press('End');
    await insert(body, { html: `<p>one</p><img src="${pixelUrl}" alt="Gall"><p>two</p>` });
    await body.locator('figure img').waitFor();
    await page.keyboard.press('Control+z');
    await expect.poll(() => body.innerText()).toBe('first');
  });

  it('keep the user and the editor of the text until their upload has ended', async () => {
    const { page, documentId, story } = await open({ story: 'first' });
    let answer = (): void => undefined;
    const isAllowed = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/upload', async (route) => {
      await isAllowed;
      await route.continue();
    });
    await story.getByText('first').click();
    await page.keyboard.press('End');
    await insert(story, { pictures: ['gall.png'] });
    await page.getByRole('list', { name: 'Uploads' }).getByText('gall.png').waitFor();
    expect(await page.getByRole('radio', { name: 'Preview' }).first().isDisabled()).toBe(true);
    await page.getByRole('link', { name: 'Specimens' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Leave before all is here?' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    answer();
    await expect.poll(async () => (await read(documentId)).story).toMatch(/first.*gall/su);
    expect(await page.getByRole('radio', { name: 'Preview' }).first().isDisabled()).toBe(false);
  });

  it('are taken out of the text when their upload is cancelled', async () => {
    const { page, body } = await open({});
    await page.route('**/api/upload', () => undefined);
    await body.click();
    await insert(body, { pictures: ['gall.png'] });
    await page.getByText('Uploading gall.png…').waitFor();
    await page.getByRole('button', { name: 'Cancel the upload of gall.png' }).click();
    await expect.poll(() => page.getByText('Uploading gall.png…').count()).toBe(0);
  });

  it('of Markdown come to their places, and are taken back with their paste in one step', async () => {
    const { page, documentId, story } = await show({ story: 'first' });
    await story.getByText('first').click();
    await page.keyboard.press('End');
    const html = `<p>one</p><img src="${pixelUrl}" alt="Gall"><p>two</p>`;
    const stored = await saved(page, documentId, async () => {
      await insert(story, { html });
      await story.getByText('![Gall]').waitFor();
    });
    expect(stored.story).toMatch(/^first\n\none\n\n!\[Gall\]\(\/uploads\/[^)]+\)\n\ntwo$/u);
    await page.keyboard.press('Control+z');
    await expect.poll(() => story.innerText()).toBe('first');
  });

  it('are named, not uploaded, for a role that may not upload', async () => {
    const { page, errors, body } = await open({});
    // The server refuses it as well: the tests of roles show that.
    await page.route(/\/api\/editor$/u, async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { readonly data: { readonly permissions: object } };
      const permissions = { ...data.permissions, 'plugin::upload.content-api': { find: true, findOne: true } };
      await route.fulfill({ response, json: { data: { ...data, permissions } } });
    });
    await page.reload();
    await page.getByRole('group', { name: 'Gallery' }).waitFor();
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/upload')) requests.push(request.url());
    });
    await body.click();
    await insert(body, { html: `<p>one</p><img src="${pixelUrl}" alt="Gall"><p>two</p>` });
    await page.getByRole('alert').filter({ hasText: 'Gall' }).waitFor();
    await insert(body, { pictures: ['iron.png'] });
    await page.getByRole('alert').filter({ hasText: 'iron.png' }).waitFor();
    expect(requests).toEqual([]);
    expect(errors).toEqual([]);
    expect(await findViolations(page)).toEqual([]);
  });

  it('are dropped where the pointer is', async () => {
    const { page, documentId, body } = await show({ body: [paragraph(text('first')), paragraph(text('last'))] });
    const stored = await saved(page, documentId, async () => {
      await body.getByText('first').click();
      await insert(body, { pictures: ['gall.png'], type: 'drop' });
      await body.locator('figure img').waitFor();
    });
    expect(images(stored.body)[0]).toBe('paragraph');
    expect(stored.body.map(({ type }: { type: string }) => type)).toContain('image');
  });
});

const isInView = (element: Locator): Promise<boolean> =>
  element.evaluate((one) => {
    const [inner, outer] = [one, one.closest('[role=textbox]')].map((part) => part?.getBoundingClientRect());
    return inner !== undefined && outer !== undefined && inner.top >= outer.top && inner.bottom <= outer.bottom;
  });

describe.runIf(hasChromium)('a paste', () => {
  it('runs no script and loads nothing', async () => {
    const { page, errors, body, story } = await show({});
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('evil.example')) requests.push(request.url());
    });
    const html =
      '<style>@import "https://evil.example/a.css";</style><link rel="stylesheet" href="https://evil.example/b.css">' +
      '<p style="background: url(https://evil.example/c.png)" onclick="window.hit=1">a</p><script>window.hit=1</script>' +
      '<iframe srcdoc="<script>parent.hit=1</script>"></iframe><svg onload="window.hit=1"></svg>' +
      '<img src="data:image/png;base64,x" onerror="window.hit=1"><a href="javascript:window.hit=1">here</a>' +
      '<p>end</p>';
    for (const field of [body, story]) {
      await field.click();
      await insert(field, { html });
      await field.getByText('end').waitFor();
    }
    await body.getByText('here').click();
    expect(await page.evaluate(() => 'hit' in window)).toBe(false);
    expect(requests).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('may have 10,000 levels', async () => {
    const { body, errors } = await show({});
    await body.click();
    for (const name of ['div', 'b', 'blockquote', 'ul', 'span', 'a']) {
      await insert(body, { html: `${`<${name}>`.repeat(10_000)}<p>deep ${name}</p>` });
      await body.getByText(`deep ${name}`).waitFor();
    }
    expect(errors).toEqual([]);
  });

  it('of many paragraphs comes to its place while somebody types, and is taken back in one step', async () => {
    const { page, body } = await show({ body: [paragraph(text('first')), paragraph(text('last'))] });
    const html = Array.from({ length: 1_000 }, (_, index) => `<p>Paragraph ${index}</p>`).join('');
    await body.getByText('first').click();
    await page.keyboard.press('End');
    await insert(body, { html });
    await body.getByText('last').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' typed');
    await expect.poll(() => body.locator('p').count()).toBe(1_002);
    const texts = await body.locator('p').allTextContents();
    expect(texts.filter((one) => one.startsWith('Paragraph'))).toEqual(
      Array.from({ length: 1_000 }, (_, index) => `Paragraph ${index}`),
    );
    expect([texts.at(0), texts.at(-1)]).toEqual(['first', 'last typed']);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect.poll(() => body.locator('p').count()).toBe(2);
  });

  it('of many paragraphs leaves the cursor after them, in view', async () => {
    const { page, documentId, body } = await show({});
    const html = Array.from({ length: 1_000 }, (_, index) => `<p>Paragraph ${index}</p>`).join('');
    const stored = await saved(page, documentId, async () => {
      await body.click();
      await insert(body, { html });
      await body.getByText('Paragraph 999').waitFor();
      await page.keyboard.type(' typed');
    });
    expect(stored.body).toHaveLength(1_000);
    expect(stored.body.at(-1)).toEqual(paragraph(text('Paragraph 999 typed')));
    expect(await isInView(body.getByText('Paragraph 999 typed'))).toBe(true);
  });

  it('is a part of a sentence, with its blanks, if it has no blocks', async () => {
    const { page, documentId, body, story } = await show({ body: [paragraph(text('ink'))], story: 'ink' });
    const stored = await saved(page, documentId, async () => {
      for (const field of [body, story]) {
        await field.getByText('ink').click();
        await page.keyboard.press('Home');
        await insert(field, { html: '<meta charset="utf-8"><b>red </b>' });
        await field.getByText('red').waitFor();
      }
    });
    expect(stored.body).toEqual([paragraph(text('red', { bold: true }), text(' ink'))]);
    expect(stored.story).toBe('**red** ink');
  });

  it('of Markdown becomes blocks, and stays as it is in code', async () => {
    const { page, documentId, body } = await show({
      body: [{ type: 'code', children: [text('boil()')] }, paragraph(text('after'))],
    });
    const markdown = '## Ink\n\n```js\nstir()\n```';
    const stored = await saved(page, documentId, async () => {
      await body.getByText('after').click();
      await page.keyboard.press('End');
      await insert(body, { text: markdown });
      await body.getByText('stir()').waitFor();
      await body.getByText('boil()').click();
      await page.keyboard.press('End');
      await insert(body, { text: '\n**wait**', html: '<b>wait</b>' });
    });
    expect(stored.body).toEqual([
      { type: 'code', children: [text('boil()\n**wait**')] },
      paragraph(text('after')),
      { type: 'heading', level: 2, children: [text('Ink')] },
      { type: 'code', language: 'js', children: [text('stir()')] },
    ]);
  });
});
