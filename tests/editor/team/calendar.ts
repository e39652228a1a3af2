// The calendar of releases in the editor. The page believes that it is 10 July 2040, and the browser's zone is UTC.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { followPath, hasChromium, type EditorSite, waitForScreen } from '../../setup/editor.ts';
import { isLong } from '../../setup/lengthOf.ts';
import { expectAccessible } from '../axe.ts';
import { notice } from '../page.ts';

const uid = 'api::article.article';
const berlin = (scheduledAt: string) => ({ scheduledAt, timezone: 'Europe/Berlin' });
const cell = (page: Page, date: RegExp) => page.getByRole('cell', { name: date });

const drag = async (page: Page, item: string, date: RegExp) => {
  const from = await page.getByRole('listitem').filter({ hasText: item }).boundingBox();
  const to = await cell(page, date).boundingBox();
  if (from === null || to === null) throw new Error('There is nothing to drag');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height - 4);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2 + 8, from.y + from.height, { steps: 2 });
  await page.mouse.move(to.x + to.width / 2, to.y + to.height - 8, { steps: 4 });
  // A browser that is busy learns of the day later than of the move.
  await cell(page, date).and(page.locator('[data-over]')).waitFor();
  await page.mouse.up();
};

export const testCalendar = (editor: EditorSite): void => {
  const createArticle = async (title: string, slug: string): Promise<string> =>
    (await editor.api('POST', '/api/articles?status=draft', { data: { title, slug } })).data.documentId as string;

  const createRelease = async (name: string, plan: object, documentIds: readonly string[] = []): Promise<number> => {
    const id = (await editor.api('POST', '/api/content-releases', { name, ...plan })).data.id as number;
    for (const entryDocumentId of documentIds)
      await editor.api('POST', `/api/content-releases/${id}/actions`, {
        type: 'publish',
        contentType: uid,
        entryDocumentId,
      });
    return id;
  };

  const plannedTime = async (id: number): Promise<string> =>
    (await editor.api('GET', `/api/content-releases/${id}`)).data.localTime as string;

  /** Opens the calendar on a day on which the page believes to be. */
  const openCalendar = async (search: string, options = {}) => {
    const opened = await editor.show('/account', options);
    const { page } = opened;
    await page.clock.setFixedTime('2040-07-10T12:00:00Z');
    await followPath(page, `/releases/calendar${search}`);
    await page.getByRole('heading', { level: 2, name: /2040/ }).waitFor();
    await waitForScreen(page);
    return opened;
  };

  describe.runIf(hasChromium)('the calendar of releases', () => {
    it('is reached from the list, and shows releases and schedules on their days', async () => {
      const [one, two] = [
        await createArticle('Embargoed', 'embargoed-2'),
        await createArticle('Unfinished', 'unfinished-2'),
      ];
      await createRelease('Summer', berlin('2040-07-14T10:00'), [one]);
      await createRelease('Late', { scheduledAt: '2040-07-15T20:00', timezone: 'America/New_York' });
      await editor.api('PUT', `/api/articles/${two}?status=draft`, { data: { title: null } });
      await editor.api('PUT', `/api/articles/${two}/schedule`, { ...berlin('2040-07-14T09:00') });
      await editor.api('PUT', `/api/articles/${one}/schedule`, {
        ...{ scheduledAt: '2040-07-20T12:00', timezone: 'UTC', type: 'unpublish' },
      });
      const { page, errors } = await editor.show('/releases');
      await page.clock.setFixedTime('2040-07-10T12:00:00Z');
      await page.getByRole('link', { name: 'Calendar' }).click();
      await page.getByRole('heading', { level: 2, name: 'July 2040' }).waitFor();
      await expect.poll(() => page.getByRole('columnheader').allTextContents()).toHaveLength(7);
      expect(await page.getByRole('columnheader').first().textContent()).toBe('Sun');
      const texts = (date: RegExp) => cell(page, date).getByRole('listitem').allInnerTexts();
      await cell(page, /July 14/)
        .getByText('Summer')
        .waitFor();
      const [first, second] = await texts(/July 14/);
      // It has no title.
      expect(first?.split(/\s*\n\s*/)).toEqual(['07:00', '(untitled)', 'Not ready · Article', '09:00 (Berlin)']);
      expect(second?.split(/\s*\n\s*/)).toEqual(['08:00', 'Summer', 'Ready · 1 document', '10:00 (Berlin)']);
      expect((await texts(/July 16/))[0]).toContain('July 15, 20:00 (New York)');
      expect((await texts(/July 20/))[0]).toMatch(/12:00\s+Embargoed\s+Ready · Article · Goes offline$/);
      expect(
        await cell(page, /July 10/)
          .locator('[aria-current=date]')
          .count(),
      ).toBe(1);
      await expectAccessible(page);
      await page.getByRole('radio', { name: 'Week' }).locator('..').click();
      await page.getByRole('heading', { level: 2, name: /July 8 – 14, 2040/ }).waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Next week' }).click();
      await page.getByRole('heading', { level: 2, name: /July 15 – 21, 2040/ }).waitFor();
      await page.getByRole('link', { name: 'Embargoed' }).waitFor();
      // The address has the place; other tests begin with such an address.
      expect(new URL(page.url()).searchParams.get('day')).toBe('2040-07-17');
      await page.getByRole('link', { name: 'Late' }).click();
      await page.getByRole('heading', { level: 1, name: 'Late' }).waitFor();
      expect(errors).toEqual([]);
    });

    it('moves what is dragged to another day, at the same time of its zone, and back', async () => {
      const id = await createRelease('Dragged', berlin('2040-10-26T10:00'));
      const { page, errors } = await openCalendar('?day=2040-10-10', { height: 1600 });
      await drag(page, 'Dragged', /October 30/);
      await notice(page, '“Dragged” is moved: October 30, 10:00 (Berlin).').waitFor();
      expect(await plannedTime(id)).toBe('2040-10-30T10:00:00.000');
      // The clocks were set back on 28 October.
      await cell(page, /October 30/)
        .getByText('09:00', { exact: true })
        .waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await notice(page, '“Dragged” is back: October 26, 10:00 (Berlin).').waitFor();
      expect(await plannedTime(id)).toBe('2040-10-26T10:00:00.000');
      await cell(page, /October 26/)
        .getByText('08:00', { exact: true })
        .waitFor();
      // Dragging a link does not follow it.
      expect(new URL(page.url()).pathname).toBe('/editor/releases/calendar');
      expect(errors).toEqual([]);
    });

    it.runIf(isLong)('moves by keyboard', async () => {
      const id = await createRelease('Typed', berlin('2040-09-03T10:00'));
      const { page } = await openCalendar('?day=2040-09-01');
      const button = page.getByRole('button', { name: 'Move “Typed” to …' });
      await button.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Move “Typed”' });
      await dialog.getByLabel('Day').fill('2040-07-01');
      await dialog.getByText('This day is over').waitFor();
      expect(await dialog.getByRole('button', { name: 'Move' }).isDisabled()).toBe(true);
      await dialog.getByLabel('Day').fill('2040-09-05');
      await page.keyboard.press('Enter');
      await notice(page, '“Typed” is moved: September 5, 10:00 (Berlin).').waitFor();
      await cell(page, /September 5/)
        .getByText('Typed')
        .waitFor();
      expect(await plannedTime(id)).toBe('2040-09-05T10:00:00.000');
    });
  });
};
