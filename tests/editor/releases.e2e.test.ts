// Schedules and releases in the editor: a document is planned in its header, and releases have their screens.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium, startEditor } from '../setup/editor.ts';
import { checkScreens, opened, screen } from './axe.ts';

const editor = startEditor();

const dialog = (page: Page) => page.getByRole('dialog').filter({ visible: true }).last();
const notice = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

const createArticle = async (title: string, slug: string): Promise<string> =>
  (await editor.api('POST', '/api/articles?status=draft', { data: { title, slug } })).data.documentId as string;

const openDialog = (page: Page) => button(page, 'Schedule or add to a release').click();

const fillTime = async (page: Page, date: string, time: string, timezone: string) => {
  await dialog(page).getByLabel('Date').fill(date);
  await dialog(page).getByLabel('Time', { exact: false }).and(page.locator('input[type=time]')).fill(time);
  await dialog(page).getByRole('combobox', { name: 'Time zone' }).fill(timezone);
  await page.getByRole('option', { name: timezone, exact: true }).click();
};

describe.runIf(hasChromium)('the schedule of a document', () => {
  it('is made, changed and cancelled in the header, and says its time zone', async () => {
    const documentId = await createArticle('Embargoed', 'embargoed');
    const { page, errors } = await editor.open(`/content/articles/${documentId}`);
    await openDialog(page);
    const submit = dialog(page).getByRole('button', { name: 'Schedule', exact: true });
    await dialog(page).getByText('What is saved at that moment goes live').waitFor();
    await fillTime(page, '2020-07-01', '10:00', 'Europe/Berlin');
    await dialog(page).getByText('This time is over').waitFor();
    expect(await submit.isDisabled()).toBe(true);
    await fillTime(page, '2040-07-01', '10:00', 'Europe/Berlin');
    await dialog(page).getByText('10:00 in Berlin (Europe/Berlin, UTC+2) — 08:00 UTC').waitFor();
    await submit.click();
    const badge = button(page, 'Goes live July 1, 2040, 10:00 (Berlin)');
    await badge.waitFor();
    const path = `/api/articles/${documentId}/schedule`;
    expect((await editor.api('GET', path)).data).toMatchObject([
      { type: 'publish', scheduledAt: '2040-07-01T08:00:00.000Z', timezone: 'Europe/Berlin' },
    ]);
    await badge.click();
    await dialog(page)
      .getByRole('button', { name: /^Change: Goes live/ })
      .click();
    // The clocks are set forward, so 02:30 does not exist.
    await fillTime(page, '2040-03-25', '02:30', 'Europe/Berlin');
    await dialog(page).getByText('03:30 in Berlin (Europe/Berlin, UTC+2) — 01:30 UTC').waitFor();
    await dialog(page).getByRole('button', { name: 'Change', exact: true }).click();
    await button(page, 'Goes live March 25, 2040, 03:30 (Berlin)').click();
    await dialog(page)
      .getByRole('button', { name: /^Cancel the plan/ })
      .click();
    await notice(page, 'The plan is cancelled.').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('button', { name: /^Goes live/ }).count()).toBe(0);
    expect((await editor.api('GET', path)).data).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('says why it cannot be done, with a link to the field, and takes the document into a release', async () => {
    const documentId = await createArticle('Unfinished', 'unfinished');
    await editor.api('PUT', `/api/articles/${documentId}?status=draft`, { data: { title: null } });
    const plan = { scheduledAt: '2040-07-01T10:00', timezone: 'Europe/Berlin' };
    await editor.api('PUT', `/api/articles/${documentId}/schedule`, plan);
    const { page, errors } = await editor.open(`/content/articles/${documentId}`);
    await button(page, 'Cannot go live July 1, 2040, 10:00 (Berlin)').click();
    await dialog(page).getByText('It cannot go live because of this').waitFor();
    const reasons = dialog(page).getByRole('list', { name: 'Reasons' });
    await reasons.getByText('Title: A value is required.').waitFor();
    await reasons.getByRole('button', { name: 'Title' }).click();
    const title = page.getByRole('textbox', { name: /^Title/ });
    await expect.poll(() => title.evaluate((element) => element === document.activeElement)).toBe(true);
    await openDialog(page);
    await dialog(page).getByText('With a release').click();
    await dialog(page).getByRole('textbox', { name: 'Name of the release' }).fill('Spring');
    await dialog(page).getByRole('button', { name: 'Add to the release' }).click();
    await notice(page, 'Added to “Spring”.').waitFor();
    await button(page, 'Goes live with “Spring”').click();
    await dialog(page)
      .getByRole('button', { name: /^Remove from the release/ })
      .click();
    await notice(page, 'Removed from “Spring”.').waitFor();
    const [release] = (await editor.api('GET', '/api/content-releases')).data;
    expect([release.name, release.actions.meta.count]).toEqual(['Spring', 0]);
    expect(errors).toEqual([]);
  });

  it('is not offered to a role that may not publish', async () => {
    const { data } = await editor.api('GET', '/api/articles?fields=title&pagination[limit]=1');
    const { page } = await editor.open(`/content/articles/${data[0].documentId}`, { role: 'author' });
    expect(await button(page, 'Schedule or add to a release').count()).toBe(0);
  });

  it('is clean for axe', async () => {
    const documentId = await createArticle('Planned', 'planned');
    await editor.api('PUT', `/api/articles/${documentId}?status=draft`, { data: { slug: null } });
    const plan = { scheduledAt: '2040-07-01T10:00', timezone: 'Europe/Berlin' };
    await editor.api('PUT', `/api/articles/${documentId}/schedule`, plan);
    const page = await editor.open('/account');
    expect(
      await checkScreens(page, [
        screen('planned document', `/content/articles/${documentId}`, 'Planned'),
        opened('schedule', /^Cannot go live/),
      ]),
    ).toEqual([]);
  });
});
