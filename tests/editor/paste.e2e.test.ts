// Pasting and dropping into blocks and Markdown, in a browser. `pasteHtml.test.ts` shows what each kind of HTML becomes.
import { readFile } from 'node:fs/promises';
import { vercelStegaCombine } from '@vercel/stega';
import type { Locator, Page, Response } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium, startEditor } from '../setup/editor.ts';
import { findViolations } from './axe.ts';

const editor = startEditor({
  ...{ contentTypes: 'tests/schemas/specimens', content: {} },
  // A small limit, because the browser needs seconds for megabytes of text.
  settings: { api: { rest: { maxBodyBytes: 500_000 } } },
});

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

const show = async (data: object) => {
  const { documentId } = (await editor.api('POST', '/api/specimens?status=draft', { data })).data as {
    documentId: string;
  };
  const opened = await editor.show(`/content/specimens/${documentId}`);
  const { page } = opened;
  await page.getByRole('group', { name: 'Gallery' }).waitFor();
  const body = page.getByRole('textbox', { name: 'Body', exact: true });
  const story = page.getByRole('textbox', { name: 'Story', exact: true });
  return { ...opened, documentId, body, story };
};

/** Lets uploads wait. @returns a function that lets them go on */
const holdUploads = async (page: Page): Promise<() => void> => {
  let resume: () => void = () => undefined;
  const isAllowed = new Promise<void>((resolve) => {
    resume = resolve;
  });
  await page.route('**/api/upload', async (route) => {
    await isAllowed;
    await route.continue();
  });
  return () => {
    resume();
  };
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

/** What the unit tests expect of the same HTML; `⬚` is where a picture was. */
const expectedMarkdown = async (): Promise<string> => {
  const file = await readFile('tests/editor/paste/word.txt', 'utf8');
  return file.slice('# Markdown\n\n'.length, file.indexOf('\n\n# Pictures of Markdown'));
};

describe.runIf(hasChromium)('HTML that is pasted', () => {
  it('becomes Markdown and blocks, and says what it lost', async () => {
    const { page, documentId, body, story } = await show({});
    // A foreign picture would stay a link to it, which the unit tests do not know.
    await page.route(/^https:\/\/(?!localhost)/u, (route) => route.abort());
    const html = (await readFile('tests/editor/paste/word.html', 'utf8')).replaceAll(/<img[^>]*>/gu, '');
    const stored = await saved(page, documentId, async () => {
      await story.click();
      await insert(story, { html });
    });
    const squeeze = (markdown: string): string =>
      markdown
        .replaceAll(/\n{2,}/gu, '\n\n')
        .replaceAll(/ {2,}/gu, ' ')
        .trim();
    expect(squeeze(stored.story)).toBe(squeeze(await expectedMarkdown()));
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
  it('of pasted HTML are uploaded to their places, named if they cannot be loaded, and taken back in one step', async () => {
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
    await page.keyboard.press('Control+z');
    await expect.poll(() => body.locator('p, figure').count()).toBe(1);
    expect(await body.textContent()).not.toContain('one');
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
    const { page, errors, body } = await show({ body: [paragraph(text('first')), paragraph(text('last'))] });
    const resume = await holdUploads(page);
    await body.getByText('first').click();
    await page.keyboard.press('End');
    await insert(body, { pictures: ['gall.png'] });
    await page.getByText('Uploading gall.png…').waitFor();
    await page.getByRole('list', { name: 'Uploads' }).getByText('gall.png').waitFor();
    await body.getByText('first').click();
    await page.keyboard.press('Home');
    await page.keyboard.type('The ');
    await page.keyboard.press('Enter');
    resume();
    await body.locator('figure img').waitFor();
    const order = await body.evaluate((element) =>
      [...element.querySelectorAll('p, figure')].map((one) => (one.tagName === 'P' ? one.textContent : 'picture')),
    );
    expect(order.map((one) => one.replaceAll('\ufeff', ''))).toEqual(['The ', 'first', 'picture', 'last']);
    expect(errors).toEqual([]);
  });

  it('keep the user and the editor of the text until their upload has ended', async () => {
    const { page, documentId, story } = await show({ story: 'first' });
    const resume = await holdUploads(page);
    await story.getByText('first').click();
    await page.keyboard.press('End');
    await insert(story, { pictures: ['gall.png'] });
    await page.getByRole('list', { name: 'Uploads' }).getByText('gall.png').waitFor();
    expect(await page.getByRole('radio', { name: 'Preview' }).first().isDisabled()).toBe(true);
    await page.getByRole('link', { name: 'Specimens' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Leave before all is here?' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    resume();
    await expect.poll(async () => (await read(documentId)).story).toMatch(/first.*gall/su);
    expect(await page.getByRole('radio', { name: 'Preview' }).first().isDisabled()).toBe(false);
  });

  it('are taken out of the text when their upload is cancelled', async () => {
    const { page, body } = await show({});
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
    // The server refuses it as well: the tests of roles show that.
    const prepare = (opened: Page) =>
      opened.route(/\/api\/editor$/u, async (route) => {
        const response = await route.fetch();
        const { data } = (await response.json()) as { readonly data: { readonly permissions: object } };
        const permissions = { ...data.permissions, 'plugin::upload.content-api': { find: true, findOne: true } };
        await route.fulfill({ response, json: { data: { ...data, permissions } } });
      });
    const { page, errors } = await editor.open('/content/specimens/new', { prepare });
    const body = page.getByRole('textbox', { name: 'Body', exact: true });
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

describe.runIf(hasChromium)('a text of a draft that is pasted', () => {
  const encode = (value: string): string => vercelStegaCombine(value, { strapiSource: 'path=title' }, false);

  /** Copies a text as from a page that has no script which cleans it, and pastes it with the keyboard. */
  const paste = async (page: Page, value: string, field: Locator): Promise<void> => {
    await page.evaluate((copied) => {
      const area = document.body.appendChild(document.createElement('textarea'));
      area.value = copied;
      area.select();
    }, value);
    await page.keyboard.press('Control+c');
    await page.evaluate(() => document.querySelector('body > textarea')?.remove());
    await field.focus();
    await page.keyboard.press('Control+v');
  };

  it('has no source in any field, and other texts are pasted as always', async () => {
    const { page, errors, documentId, body, story } = await show({});
    const title = page.getByRole('textbox', { name: 'Title', exact: true });
    await paste(page, encode('Paper'), title);
    await paste(page, ' and ink', title);
    expect(await title.inputValue()).toBe('Paper and ink');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect.poll(() => title.inputValue()).toBe('');
    for (const field of [body, story]) {
      await paste(page, `${encode('Paper')} and ${encode('ink')}`, field);
      await expect.poll(() => field.textContent()).toBe('Paper and ink');
    }
    await page.getByRole('status').filter({ hasText: 'All changes are saved' }).waitFor();
    expect(JSON.stringify(await read(documentId))).not.toMatch(/[\u200B-\u200D\uFEFF]/);
    expect(errors).toEqual([]);
  });
});

/** Pastes HTML, and waits until the text ends with these words. @returns how often the page worked meanwhile */
const countTurns = (field: Locator, html: string, lastWords: string): Promise<number> =>
  field.evaluate(
    async (element, [content, words]) => {
      const data = new DataTransfer();
      data.setData('text/html', content);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      let turns = 0;
      for (; !element.lastElementChild?.textContent.endsWith(words); turns += 1)
        await new Promise((resolve) => setTimeout(resolve));
      return turns;
    },
    [html, lastWords] as const,
  );

/** Each reading of a paste lasts long from now on, and stops at its first turn. @returns a function that lets it go on */
const holdReading = async (page: Page): Promise<() => Promise<unknown>> => {
  await page.evaluate(() => {
    const { MessageChannel: original } = window;
    const now = performance.now.bind(performance);
    let passed = 0;
    performance.now = () => {
      passed += 1_000;
      return now() + passed;
    };
    class HeldChannel {
      readonly port1 = { onmessage: (): void => undefined };
      readonly port2 = {
        postMessage: () => {
          const resume = () => {
            this.port1.onmessage();
          };
          addEventListener('go-on', resume, { once: true });
        },
      };
    }
    Object.assign(window, { MessageChannel: HeldChannel });
    addEventListener(
      'go-on',
      () => {
        Object.assign(window, { MessageChannel: original });
        performance.now = () => now() + passed;
      },
      { once: true },
    );
  });
  return () => page.evaluate(() => dispatchEvent(new Event('go-on')));
};

const many = (count: number, write: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => write(index)).join('');

describe.runIf(hasChromium)('a long paste', () => {
  const paragraphs = many(20, (index) => `<p>Paragraph ${index}</p>`);
  const noticeOf = (page: Page) => page.getByRole('alert').filter({ hasText: 'Reading what you paste' });

  it('comes into a new document that is created meanwhile', async () => {
    const { page } = await editor.show('/content/specimens/new');
    const body = page.getByRole('textbox', { name: 'Body', exact: true });
    await body.click();
    const created = page.waitForResponse((response) => response.status() === 201);
    await page.keyboard.type('Start');
    const resume = await holdReading(page);
    await insert(body, { html: paragraphs });
    await noticeOf(page).waitFor();
    await created;
    expect(await body.textContent()).not.toContain('Paragraph');
    await resume();
    await body.getByText('Paragraph 19').waitFor();
    await page.waitForURL(/specimens\/[a-z0-9]{24}/u);
    await body.getByText('Paragraph 0').waitFor();
  });

  it('lets the page work meanwhile, leaves the cursor after it, in view, is saved, and taken back in one step', async () => {
    const { page, documentId, body, errors } = await show({ body: [paragraph(text('first'))] });
    await body.getByText('first').click();
    await page.keyboard.press('End');
    const html = many(5_000, (index) => `<p>Paragraph ${index}</p>`);
    expect(await countTurns(body, html, 'Paragraph 4999')).toBeGreaterThan(5);
    await page.keyboard.type(' typed');
    await expect.poll(() => isInView(body.getByText('Paragraph 4999 typed'))).toBe(true);
    await expect
      .poll(async () => (await read(documentId)).body.at(-1))
      .toEqual(paragraph(text('Paragraph 4999 typed')));
    const { body: stored } = await read(documentId);
    expect(stored).toHaveLength(5_001);
    expect([stored[1], stored[3_000]]).toEqual([paragraph(text('Paragraph 0')), paragraph(text('Paragraph 2999'))]);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect.poll(() => body.locator('p').allTextContents()).toEqual(['first']);
    expect(errors).toEqual([]);
  });

  it('says that it was interrupted, by another paste or a version of somebody else, but not when the user ends it', async () => {
    const { page, errors, documentId, body } = await show({ body: [paragraph(text('first'))] });
    await body.click();
    let resume = await holdReading(page);
    await insert(body, { html: paragraphs });
    await noticeOf(page).getByRole('button').click();
    await resume();
    await noticeOf(page).waitFor({ state: 'detached' });
    expect(await page.getByRole('alert').count()).toBe(0);

    resume = await holdReading(page);
    await insert(body, { html: paragraphs });
    await noticeOf(page).waitFor();
    await insert(body, { html: '<p>other</p>' });
    await resume();
    await page.getByRole('alert').filter({ hasText: 'You pasted something else' }).waitFor();
    await body.getByText('other').waitFor();
    await page.getByRole('status').filter({ hasText: 'All changes are saved' }).waitFor();

    resume = await holdReading(page);
    await insert(body, { html: paragraphs });
    await noticeOf(page).waitFor();
    const elsewhere = { data: { body: [paragraph(text('theirs'))] } };
    await editor.api('PUT', `/api/specimens/${documentId}?status=draft`, elsewhere);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await body.getByText('theirs').waitFor();
    await resume();
    await page.getByRole('alert').filter({ hasText: 'The text changed' }).waitFor();
    expect(await body.textContent()).toBe('theirs');
    expect(errors).toEqual([]);
  });

  it('is refused with the limit if no request could save it', async () => {
    const { page, body, story } = await show({ body: [paragraph(text('first'))], story: 'first' });
    const refusal = page.getByRole('alert').filter({ hasText: 'larger than 500 kB' });
    const html = many(5_000, (index) => `<p>${`Paragraph ${index} `.repeat(8)}</p>`);
    for (const [field, data] of [
      [body, { html }],
      [story, { html }],
      [story, { text: 'a line of text\n'.repeat(40_000) }],
    ] as const) {
      await field.click();
      await insert(field, data);
      await refusal.waitFor();
      expect(await field.textContent()).toContain('first');
      expect(await field.textContent()).not.toMatch(/Paragraph|a line/u);
      await refusal.getByRole('button').click();
      await refusal.waitFor({ state: 'detached' });
    }
  });
});
