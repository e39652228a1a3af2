// Fields in a browser: the selection while others write, and full screen. The rest is in `fields.ts`.
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { findViolations } from '../axe.ts';
import { hasChromium } from '../../setup/editor.ts';
import { paragraphs, pressWhileComposing, type Specimens } from '../specimens.ts';
import { isLong } from '../../setup/lengthOf.ts';

export const testWriting = ({ editor, show, saved }: Specimens): void => {
  describe.runIf(hasChromium && isLong)('blocks', () => {
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
  });

  describe.runIf(hasChromium && isLong)('a long text', () => {
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
};
