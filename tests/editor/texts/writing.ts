// Fields in a browser: shortcuts, moves of blocks, links to documents, full screen, the count of words and relations. The rest is in
// `fields.ts`.
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findViolations } from '../axe.ts';
import { followPath, hasChromium } from '../../setup/editor.ts';
import { paragraphs, pressWhileComposing, type Specimens, text } from '../specimens.ts';
import { isLong } from '../../setup/lengthOf.ts';

export const testWriting = ({ editor, create, show, saved }: Specimens): void => {
  describe.runIf(hasChromium && isLong)('blocks', () => {
    it('Escape leaves the slash in the text, and Picture opens the library', async () => {
      const { page, body } = await show({});
      await body.click();
      await page.keyboard.type('/');
      await page.getByRole('listbox').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('listbox').waitFor({ state: 'hidden' });
      expect(await body.textContent()).toContain('/');
      await page.keyboard.type(' /');
      await page.getByRole('option', { name: 'Image' }).click();
      await page.getByRole('dialog', { name: 'Choose files' }).waitFor();
      expect(await body.textContent()).toBe('/ ');
    });

    it('show lists inside of lists in the direction of their text', async () => {
      const item = (value: string) => ({ type: 'list-item', children: [text(value)] });
      const inner = { type: 'list', format: 'ordered', indentLevel: 1, children: [item('بند داخلي')] };
      const { page, body } = await show({
        body: [{ type: 'list', format: 'unordered', children: [item('بند'), inner] }],
      });
      const edges = await body.locator('li').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
      const [frame, outer = 0, , nested = 0] = [await body.boundingBox(), ...edges];
      expect(outer).toBeLessThan((frame?.x ?? 0) + (frame?.width ?? 0) - 30);
      expect(nested).toBeLessThan(outer - 10);
      expect(await findViolations(page, 'form:has([aria-label=Body])')).toEqual([]);
    });

    it('keep the selection at its text when somebody else adds and removes blocks above', async () => {
      const { page, documentId, body, errors } = await show({ body: paragraphs('one', 'two', 'three', 'four') });
      await body.getByText('three').click();
      const offset = () => page.evaluate(() => getSelection()?.anchorOffset);
      // Slate may put the cursor back to where the click was.
      for (const [key, expected] of [
        ['Home', 0],
        ['ArrowRight', 1],
      ] as const) {
        do {
          await page.keyboard.press(key);
          await setTimeout(200);
        } while ((await offset()) !== expected);
      }
      const cursorIsIn = (text: string, offset: number) =>
        expect
          .poll(() => page.evaluate(() => [getSelection()?.anchorNode?.textContent, getSelection()?.anchorOffset]))
          .toEqual([text, offset]);
      await cursorIsIn('three', 1);
      const changeElsewhere = async (...values: string[]) => {
        await editor.api('PUT', `/api/specimens/${documentId}?status=draft`, { data: { body: paragraphs(...values) } });
        await page.evaluate(() => window.dispatchEvent(new Event('focus')));
        await expect.poll(() => body.locator('p').allInnerTexts()).toEqual(values);
      };
      await changeElsewhere('zero', 'one', 'two', 'three', 'four');
      await cursorIsIn('three', 1);
      await page.keyboard.type('X');
      await expect.poll(() => body.locator('p').allInnerTexts()).toContain('tXhree');
      await page.getByRole('status').filter({ hasText: 'All changes are saved' }).waitFor();
      await changeElsewhere('two', 'tXhree', 'four');
      await cursorIsIn('tXhree', 2);
      const stored = await saved(page, documentId, () => page.keyboard.type('Y'));
      expect(stored.body).toEqual(paragraphs('two', 'tXYhree', 'four'));
      expect(errors).toEqual([]);
    });

    it('are dragged by their handle, and changed in its menu', async () => {
      const { page, documentId, body, errors } = await show({ body: paragraphs('one', 'two', 'three') });
      const stored = await saved(page, documentId, async () => {
        await body.getByText('one').hover();
        const handle = page.getByRole('button', { name: 'Block 1: move or change' });
        const from = await handle.boundingBox();
        const to = await body.getByText('three').boundingBox();
        if (from === null || to === null) throw new Error('Nothing to drag');
        await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
        await page.mouse.down();
        await page.mouse.move(from.x + 20, from.y + 20, { steps: 4 });
        await page.mouse.move(to.x + 20, to.y + to.height - 2, { steps: 8 });
        await page.mouse.up();
      });
      expect(stored.body).toEqual(paragraphs('two', 'three', 'one'));
      const changed = await saved(page, documentId, async () => {
        await body.getByText('two').hover();
        await page.getByRole('button', { name: 'Block 1: move or change' }).click();
        expect(await findViolations(page, '[role=menu]')).toEqual([]);
        await page.getByRole('menuitem', { name: 'Duplicate' }).click();
        await body.getByText('three').hover();
        await page.getByRole('button', { name: 'Block 3: move or change' }).click();
        await page.getByRole('menuitem', { name: 'Quote' }).click();
        await body.getByText('one').hover();
        await page.getByRole('button', { name: 'Block 4: move or change' }).click();
        await page.getByRole('menuitem', { name: 'Delete' }).click();
      });
      expect(changed.body).toEqual([...paragraphs('two', 'two'), { type: 'quote', children: [text('three')] }]);
      expect(errors).toEqual([]);
    });
  });

  describe.runIf(hasChromium && isLong)('a link', () => {
    const choose = async (page: Page): Promise<void> => {
      const dialog = page.getByRole('dialog', { name: 'Link' });
      await dialog.getByRole('combobox').fill('ink');
      await page.getByRole('option', { name: 'Ink & paper' }).click();
      const address = dialog.getByRole('textbox', { name: 'Address' });
      await expect.poll(() => address.inputValue()).toBe('https://example.org/topics/Ink%20%26%20paper');
      expect(await findViolations(page, '[role=dialog]')).toEqual([]);
      await dialog.getByRole('button', { name: 'Set the link' }).click();
    };

    it('to a document of the site is its address', async () => {
      const { page, documentId, body, story } = await show({ body: paragraphs('on ink'), story: 'See ' });
      const stored = await saved(page, documentId, async () => {
        await body.click();
        await page.keyboard.press('Control+k');
        await choose(page);
        await story.click();
        await page.keyboard.press('Control+End');
        await page.keyboard.press('Control+k');
        await choose(page);
      });
      const url = 'https://example.org/topics/Ink%20%26%20paper';
      const { children } = stored.body[0] as { children: object[] };
      expect(children).toContainEqual({ type: 'link', url, children: [text('Ink & paper')] });
      expect(stored.story).toBe(`See [Ink & paper](${url})`);
    });
  });

  describe.runIf(hasChromium && isLong)('the list of shortcuts', () => {
    it('has the keys of the texts of the screen, each once', async () => {
      const { page, errors } = await show({});
      await page.getByRole('heading', { level: 1 }).click();
      await page.keyboard.press('Shift+?');
      const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      const ofTexts = dialog.getByRole('rowgroup').filter({ hasText: 'While you write in a text' }).getByRole('row');
      const rows = async () => (await ofTexts.allInnerTexts()).slice(1).map((row) => row.trim().split(/\t\s*/));
      await expect.poll(rows).toEqual([
        ['Link', 'Ctrl+K'],
        ['Leave full screen', 'Esc'],
        ['Insert a block or a picture', '/'],
        ['Bold', 'Ctrl+B'],
        ['Italic', 'Ctrl+I'],
        ['Underline', 'Ctrl+U'],
        ['Strikethrough', 'Ctrl+Shift+X'],
        ['Code in the line', 'Ctrl+E'],
        ['Move up', 'Alt+Shift+↑'],
        ['Move down', 'Alt+Shift+↓'],
        ['One level deeper', 'Ctrl+]'],
        ['One level up', 'Ctrl+['],
      ]);
      expect(await findViolations(page, '[role=dialog]')).toEqual([]);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await followPath(page, '/');
      await page.getByRole('textbox', { name: 'Body', exact: true }).waitFor({ state: 'detached' });
      await page.getByRole('heading', { level: 1 }).click();
      await page.keyboard.press('Shift+?');
      await dialog.getByText('Ctrl+K').waitFor();
      expect(await dialog.getByText('While you write in a text').count()).toBe(0);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(errors).toEqual([]);
    });
  });

  describe.runIf(hasChromium && isLong)('a long text', () => {
    const long = Array.from({ length: 80 }, (_, index) => `Paragraph ${index + 1} has five words`);

    it('has a count of words', async () => {
      const { page, body, story } = await show({
        body: paragraphs(...long),
        story: 'One [two](https://example.org/a/b).',
      });
      await page.getByText('400 words · 2 minutes to read').waitFor();
      await page.getByText('2 words · 1 minute to read').waitFor();
      await body.click();
      await story.click();
      await page.keyboard.type(' three');
      await page.getByText('3 words · 1 minute to read').waitFor();
    });

    it('grows with its field, below a toolbar that stays', async () => {
      const { page, body, story } = await show({ body: paragraphs(...long), story: long.join('\n\n') });
      for (const field of [body, story]) {
        const scrolls = await field.evaluate((element) => {
          const inner = element.shadowRoot?.querySelector('.cm-scroller') ?? element;
          return inner.scrollHeight - inner.clientHeight;
        });
        expect(scrolls).toBeLessThan(2);
      }
      await body.getByText('Paragraph 60').scrollIntoViewIfNeeded();
      const toolbar = page.getByRole('toolbar', { name: 'Formatting of Body' });
      const header = page.getByRole('toolbar', { name: 'Actions' });
      const [bar, head] = [await toolbar.boundingBox(), await header.boundingBox()];
      expect(bar?.y).toBeGreaterThan(head?.y ?? 0);
      expect(bar?.y).toBeLessThan(200);
    });

    it('leaves the full screen with Escape, and stays in the panel in which it is', async () => {
      const title = 'Beside the form';
      const { documentId } = (await editor.api('POST', '/api/specimens?status=draft', { data: { title } })).data;
      const { page } = await show({ subjects: [{ documentId, __type: 'api::specimen.specimen' }] });
      await page.getByRole('button', { name: title, exact: true }).click();
      const panel = page.getByRole('dialog', { name: 'Specimen' });
      for (const label of ['Body', 'Story']) {
        const toolbar = page.getByRole('toolbar', { name: `Formatting of ${label}` });
        await panel
          .locator('form')
          .filter({ has: toolbar })
          .getByRole('button', { name: 'Write in full screen' })
          .click();
        const screen = page.getByRole('dialog', { name: label });
        await screen.waitFor();
        await page.keyboard.type('In full screen. ');
        await page.keyboard.press('Control+k');
        const link = page.getByRole('dialog', { name: 'Link' });
        await link.waitFor();
        await page.keyboard.press('Escape');
        await link.waitFor({ state: 'detached' });
        await screen.waitFor();
        await screen.locator(':focus').first().waitFor();
        await page.keyboard.press('Escape');
        await screen.waitFor({ state: 'detached' });
        expect(await panel.getByRole('textbox', { name: label, exact: true }).textContent()).toContain(
          'In full screen',
        );
      }
      await page.keyboard.press('Escape');
      await panel.waitFor({ state: 'detached' });
    });

    it.each(['Body', 'Story'])('fills the window: %s', async (label) => {
      const { page, errors, ...fields } = await show({ body: paragraphs('one'), story: 'one' });
      const field = label === 'Body' ? fields.body : fields.story;
      const toolbar = page.getByRole('toolbar', { name: `Formatting of ${label}` });
      const frame = page.locator('form').filter({ has: toolbar });
      await frame.getByRole('button', { name: 'Write in full screen' }).click();
      const screen = page.getByRole('dialog', { name: label });
      await screen.waitFor();
      expect(await screen.boundingBox()).toEqual({ x: 0, y: 0, width: 1280, height: 900 });
      await page.keyboard.press('Control+End');
      await page.keyboard.type(' two');
      await expect.poll(() => field.textContent()).toContain('one two');
      const state = screen.getByRole('status').filter({ hasText: 'All changes are saved' });
      await state.waitFor();
      expect(await findViolations(page, '[role=dialog]')).toEqual([]);
      for (let step = 0; step < 30; step++) await page.keyboard.press('Tab');
      expect(await page.locator('#root :focus').count()).toBe(0);
      await field.click();
      await pressWhileComposing(page, 'Escape');
      await screen.waitFor();
      await screen.getByRole('button', { name: 'Leave full screen' }).focus();
      await page.keyboard.press('Escape');
      await screen.waitFor({ state: 'detached' });
      await page.keyboard.type(' three');
      await expect.poll(() => field.textContent()).toMatch(/one two.* three/);
      expect(errors).toEqual([]);
    });
  });

  describe.runIf(hasChromium && isLong)('the field of relations', () => {
    it('searches, marks drafts, orders with keys and removes', async () => {
      const ids = [
        (await editor.api('POST', '/api/topics', { data: { name: 'Glue' } })).data.documentId,
        await create('topics', { name: 'Wax' }),
      ];
      const countFound = async () =>
        (await editor.api('GET', '/api/search?q=wax&types=topics&view=edit')).meta.pagination.total as number;
      // An index follows what was written.
      await expect.poll(countFound, { timeout: 15_000 }).toBe(1);
      const { page, errors, documentId } = await show({ topics: ids });
      const topics = page.getByRole('list', { name: 'Topics' });
      await topics.getByText('Draft').waitFor();
      expect(await topics.getByText('Draft').count()).toBe(1);

      const moved = await saved(page, documentId, async () => {
        await page.getByRole('button', { name: 'Move Wax', exact: true }).press('ArrowUp');
      });
      expect(moved.topics.map(({ name }: { name: string }) => name)).toEqual(['Wax', 'Glue']);
      expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Move Wax');

      const removed = await saved(page, documentId, async () => {
        await topics.getByRole('button', { name: 'Remove Wax' }).click();
      });
      expect(removed.topics).toHaveLength(1);

      const picked = await saved(page, documentId, async () => {
        await page.getByRole('combobox', { name: 'Topic: add' }).fill('wa');
        await page.getByRole('option', { name: /^Wax/ }).click();
      });
      expect(picked.topic.name).toBe('Wax');

      const polymorphic = await saved(page, documentId, async () => {
        await page.getByRole('combobox', { name: 'Type of the document' }).click();
        await page.getByRole('option', { name: 'Topic', exact: true }).click();
        await page.getByRole('combobox', { name: 'Subjects: add' }).fill('glue');
        await page.getByRole('option', { name: 'Glue', exact: true }).click();
      });
      expect(polymorphic.subjects).toMatchObject([{ __type: 'api::topic.topic', name: 'Glue' }]);
      expect(errors).toEqual([]);
    });
  });
};
