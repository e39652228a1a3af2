// Writing in the fields of texts, relations and media, and pasting into them, in a browser. `writing.ts` and `paste.ts` have
// more, and `pasteHtml.test.ts` shows what each kind of HTML becomes.
import { readFile } from 'node:fs/promises';
import { vercelStegaCombine } from '@vercel/stega';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium } from '../../setup/editor.ts';
import { findViolations } from '../axe.ts';
import { holdReading, holdUploads, pasteInto, pixelUrl } from '../pasteInto.ts';
import { paragraph, paragraphs, pressWhileComposing, type Specimens, text } from '../specimens.ts';

/** What the unit tests expect of the same HTML; `⬚` is where a picture was. */
const expectedMarkdown = async (): Promise<string> => {
  const file = await readFile('tests/editor/paste/word.txt', 'utf8');
  return file.slice('# Markdown\n\n'.length, file.indexOf('\n\n# Pictures of Markdown'));
};

export const testFields = ({ editor, create, read, show, saved }: Specimens): void => {
  describe.runIf(hasChromium)('the field of', () => {
    it('rich text writes, marks, nests and links, and changes only what was edited', async () => {
      const kept = { type: 'quote', cite: 'kept', children: [text('Kept')] };
      const { page, errors, documentId, body } = await show({ body: [paragraph(text('A')), kept] });
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

    it('Markdown, in full screen too, shows a preview in which nothing runs; JSON stores only what is right', async () => {
      const initial = '**bold** <img src=x onerror="window.hit=1"> [bad](javascript:window.hit=1)';
      const { page, errors, documentId, story } = await show({ story: initial, extra: { a: 1 } });
      const screen = page.getByRole('dialog', { name: 'Story' });
      const stored = await saved(page, documentId, async () => {
        const toolbar = page.getByRole('toolbar', { name: 'Formatting of Story' });
        const frame = page.locator('form').filter({ has: toolbar });
        await frame.getByRole('button', { name: 'Write in full screen' }).click();
        await screen.waitFor();
        await page.keyboard.press('Control+Home');
        await page.keyboard.type('# Title ');
        await page.keyboard.press('Escape');
        await screen.waitFor({ state: 'detached' });
      });
      expect(stored.story).toBe(`# Title ${initial}`);
      expect(await story.textContent()).toContain('# Title');
      await page.getByText('Preview', { exact: true }).first().click();
      await page.getByRole('heading', { name: /Title/u }).waitFor();
      await page.getByText('bad', { exact: true }).click();
      expect(await page.evaluate(() => 'hit' in window)).toBe(false);

      await page.getByRole('textbox', { name: 'Extra' }).click();
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText('{"a" 2}');
      await page.getByText('Line 1, column 6').waitFor();
      const { extra } = await saved(page, documentId, async () => {
        await page.keyboard.press('Control+a');
        await page.keyboard.insertText('{"a": [2]}');
      });
      expect(extra).toEqual({ a: [2] });
      expect(errors).toEqual([]);
    });

    it('relations opens a document in a panel, which saves before it closes', async () => {
      const id = await create('topics', { name: 'Comb' });
      const { page, errors } = await show({ topics: [id] });
      await page.getByRole('button', { name: 'Comb', exact: true }).click();
      const panel = page.getByRole('dialog', { name: 'Topic' });
      await panel.getByRole('textbox', { name: 'Name' }).fill('Honeycomb');
      await panel.getByRole('button', { name: 'Close the panel' }).click();
      await page.getByRole('button', { name: 'Honeycomb', exact: true }).waitFor();
      expect((await editor.api('GET', `/api/topics/${id}?status=draft`)).data.name).toBe('Honeycomb');
      expect(errors).toEqual([]);
    });

    it('media uploads, refuses other kinds, describes, and chooses from the library', async () => {
      const { page, errors, documentId } = await show({});
      const cover = page.getByRole('group', { name: 'Cover' });
      const choose = async (name: string, mimeType: string, buffer: Buffer): Promise<void> => {
        const chooser = page.waitForEvent('filechooser');
        await cover.getByRole('button', { name: 'Cover: upload' }).click();
        await (await chooser).setFiles({ name, mimeType, buffer });
      };
      await choose('notes.txt', 'text/plain', Buffer.from('text'));
      await cover.getByText('does not accept these files: notes.txt').waitFor();
      const uploaded = await saved(page, documentId, () =>
        choose('pixel.png', 'image/png', Buffer.from(pixelUrl.split(',')[1] ?? '', 'base64')),
      );
      expect(uploaded.cover.name).toBe('pixel.png');

      await cover.getByLabel('Alternative text of pixel.png').fill('One pixel');
      await page.keyboard.press('Tab');
      await cover.getByText('Saved', { exact: true }).waitFor();
      expect((await read(documentId)).cover.alternativeText).toBe('One pixel');

      const chosen = await saved(page, documentId, async () => {
        await page.getByRole('button', { name: 'Gallery: choose from the library' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('button', { name: 'pixel.png' }).click();
        await dialog.getByRole('button', { name: 'Choose', exact: true }).click();
      });
      expect(chosen.gallery.map(({ name }: { name: string }) => name)).toEqual(['pixel.png']);
      expect(errors).toEqual([]);
    });
  });

  describe.runIf(hasChromium)('blocks', () => {
    it('a slash makes another block, by the keyboard alone', async () => {
      const { page, documentId, body, errors } = await show({});
      const stored = await saved(page, documentId, async () => {
        await body.click();
        await page.keyboard.type('/');
        const menu = page.getByRole('listbox', { name: 'Insert into Body' });
        await menu.waitFor();
        expect(await menu.getByRole('option').allTextContents()).toHaveLength(12);
        // Else browsers make it a stop of Tab, because it scrolls.
        expect(await menu.getAttribute('tabindex')).toBe('-1');
        expect(await findViolations(page, '[role=listbox]')).toEqual([]);
        await page.keyboard.type('head');
        await expect.poll(() => menu.getByRole('option').count()).toBe(6);
        await page.keyboard.press('ArrowDown');
        const selected = menu.getByRole('option', { selected: true });
        expect(await selected.textContent()).toContain('Heading 2');
        expect(await body.getAttribute('aria-activedescendant')).toBe(await selected.getAttribute('id'));
        await page.keyboard.press('Enter');
        await menu.waitFor({ state: 'hidden' });
        await page.keyboard.type('Ink');
      });
      expect(stored.body).toEqual([{ type: 'heading', level: 2, children: [text('Ink')] }]);
      expect(errors).toEqual([]);
    });

    it('keep their menu when others add blocks', async () => {
      const { page, documentId, body } = await show({ body: paragraphs('one', 'two') });
      await body.getByText('one').hover();
      await page.getByRole('button', { name: 'Block 1: move or change' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
      await editor.api('PUT', `/api/specimens/${documentId}?status=draft`, {
        data: { body: paragraphs('new', 'one', 'two') },
      });
      await page.evaluate(() => dispatchEvent(new Event('focus')));
      await body.getByText('new').waitFor();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('menu').waitFor({ state: 'hidden' });
      expect(await body.locator('p').allTextContents()).toContain('new');
    });

    it('leave the keys of an input method to it', async () => {
      const { page, body } = await show({});
      await body.click();
      await page.keyboard.type('/');
      await page.getByRole('listbox').waitFor();
      await pressWhileComposing(page, 'Enter');
      await expect.poll(() => body.textContent()).toBe('/化');
    });

    it('of shortcuts, of the slash menu and of keys are undone without the text before them', async () => {
      const { page, body } = await show({});
      await body.click();
      await page.keyboard.type('Ink');
      await page.keyboard.press('Enter');
      await page.keyboard.type('/quote');
      await page.keyboard.press('Enter');
      await body.locator('blockquote').waitFor();
      await page.keyboard.press('Control+z');
      await expect.poll(() => body.locator('p').allTextContents()).toEqual(['Ink', '/quote']);
      await page.keyboard.type('!');
      await page.keyboard.press('Alt+Shift+ArrowUp');
      await page.getByRole('status').filter({ hasText: 'Moved: it is now number 1' }).waitFor({ state: 'attached' });
      await expect.poll(() => body.locator('p').allTextContents()).toEqual(['/quote!', 'Ink']);
      await page.keyboard.press('Control+z');
      await expect.poll(() => body.locator('p').allTextContents()).toEqual(['Ink', '/quote!']);
      await page.keyboard.press('Control+End');
      await page.keyboard.type(' **b**');
      await body.locator('strong').waitFor();
      await page.keyboard.press('Control+z');
      await expect.poll(() => body.locator('p').allTextContents()).toEqual(['Ink', '/quote! **b**']);
    });
  });

  describe.runIf(hasChromium)('a paste', () => {
    it('becomes Markdown and blocks, and says what it lost', async () => {
      const { page, documentId, body, story } = await show({});
      // A foreign picture would stay a link to it, which the unit tests do not know.
      await page.route(/^https:\/\/(?!localhost)/u, (route) => route.abort());
      const html = (await readFile('tests/editor/paste/word.html', 'utf8')).replaceAll(/<img[^>]*>/gu, '');
      const stored = await saved(page, documentId, async () => {
        await story.click();
        await pasteInto(story, { html });
      });
      const squeeze = (markdown: string): string =>
        markdown
          .replaceAll(/\n{2,}/gu, '\n\n')
          .replaceAll(/ {2,}/gu, ' ')
          .trim();
      expect(squeeze(stored.story)).toBe(squeeze(await expectedMarkdown()));
      const { body: blocks } = await saved(page, documentId, async () => {
        await body.click();
        await pasteInto(body, { html });
      });
      expect(blocks.slice(0, 1)).toEqual([{ type: 'heading', level: 1, children: [text('The ink of Maud')] }]);
      expect(blocks).toContainEqual(
        paragraph(text('Part', { bold: true }), text(' | '), text('Grams', { bold: true })),
      );
      await page.getByRole('alert').filter({ hasText: '1 table is text now' }).waitFor();
    });

    it('says on a phone what it lost without covering the text, and not for ever', async () => {
      const documentId = await create('specimens', {});
      const { page } = await editor.open(`/content/specimens/${documentId}`, { width: 390, height: 844 });
      const body = page.getByRole('textbox', { name: 'Body', exact: true });
      await page.clock.install();
      await body.click();
      const lost = '<iframe></iframe><form><input><select></select></form><svg></svg><hr><object></object>';
      const lostNotice = page.getByRole('alert').filter({ hasText: 'Not everything could be kept' });
      for (const count of [1, 2]) {
        await pasteInto(body, { html: `<p>a</p><table><tr><td>b</td><td>c</td></tr></table>${lost}<p>end</p>` });
        await expect.poll(() => lostNotice.count()).toBe(count);
      }
      const heightOf = async (): Promise<number> =>
        (await page.locator('[data-position="bottom-right"]').boundingBox())?.height ?? 0;
      await expect.poll(heightOf).toBeGreaterThan(0);
      expect(await heightOf()).toBeLessThanOrEqual(844 * 0.3);
      await page.clock.fastForward(30_000);
      await expect.poll(() => lostNotice.count()).toBe(0);
    });

    it('of cells becomes a table of Markdown, which has its own keys and takes texts into its cells', async () => {
      const { page, documentId, story } = await show({});
      const stored = await saved(page, documentId, async () => {
        await story.click();
        await pasteInto(story, { text: 'Gall\t40\nIron\t20\n' });
        await page.keyboard.press('Enter');
        await page.keyboard.type('Gum');
        await page.keyboard.press('Tab');
        await pasteInto(story, { html: '<p>5 <b>or</b></p><p>6 | 7</p>' });
      });
      expect(stored.story).toBe(
        ['|  |  |', '| - | - |', '| Gall | 40 |', '| Iron | 20 |', String.raw`| Gum | 5 **or** 6 \| 7 |`].join('\n'),
      );
    });

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
        await pasteInto(field, { html });
        await field.getByText('end').waitFor();
      }
      await body.getByText('here').click();
      expect(await page.evaluate(() => 'hit' in window)).toBe(false);
      expect(requests).toEqual([]);
      expect(errors).toEqual([]);
    });

    it('comes into a new document that is created meanwhile', async () => {
      const { page } = await editor.show('/content/specimens/new');
      const body = page.getByRole('textbox', { name: 'Body', exact: true });
      await body.click();
      const created = page.waitForResponse((response) => response.status() === 201);
      await page.keyboard.type('Start');
      const resume = await holdReading(page);
      await pasteInto(body, { html: '<p>Paragraph 0</p><p>Paragraph 19</p>' });
      await page.getByRole('alert').filter({ hasText: 'Reading what you paste' }).waitFor();
      await created;
      expect(await body.textContent()).not.toContain('Paragraph');
      await resume();
      await body.getByText('Paragraph 19').waitFor();
      await page.waitForURL(/specimens\/[a-z0-9]{24}/u);
      await body.getByText('Paragraph 0').waitFor();
    });
  });

  describe.runIf(hasChromium)('pasted pictures', () => {
    it('of HTML are uploaded to their places, named if they cannot be loaded, and taken back in one step', async () => {
      const { page, errors, documentId, body } = await show({});
      const html = `<p>one</p><p><img src="${pixelUrl}" alt="Gall"></p><p>two</p><img src="https://pictures.example/iron.png"><p>three</p>`;
      const stored = await saved(page, documentId, async () => {
        await body.click();
        await pasteInto(body, { html });
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
      // The browser could not load one picture, on purpose.
      expect(errors.filter((error) => !error.includes('pictures.example'))).toEqual([]);
    });

    it('keep their place in blocks while somebody types around it', async () => {
      const { page, errors, body } = await show({ body: paragraphs('first', 'last') });
      const resume = await holdUploads(page);
      await body.getByText('first').click();
      await page.keyboard.press('End');
      await pasteInto(body, { pictures: ['gall.png'] });
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
      await pasteInto(story, { pictures: ['gall.png'] });
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
};
