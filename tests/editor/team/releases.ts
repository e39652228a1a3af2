// Schedules and releases in the editor: a document is planned in its header, and releases have their screens.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium, type EditorSite } from '../../setup/editor.ts';
import { expectAccessible } from '../axe.ts';
import { button, dialog, isFocused, notice } from '../page.ts';

const openDialog = (page: Page) => button(page, 'Schedule or add to a release').click();

const fillTime = async (page: Page, date: string, time: string, timezone: string) => {
  await dialog(page).getByLabel('Date').fill(date);
  await dialog(page).getByLabel('Time', { exact: false }).and(page.locator('input[type=time]')).fill(time);
  await dialog(page).getByRole('combobox', { name: 'Time zone' }).fill(timezone);
  await page.getByRole('option', { name: timezone.replace('_', ' '), exact: true }).click();
};

const uid = 'api::article.article';

export const testReleases = (editor: EditorSite): void => {
  const createArticle = async (title: string, slug: string): Promise<string> =>
    (await editor.api('POST', '/api/articles?status=draft', { data: { title, slug } })).data.documentId as string;

  describe.runIf(hasChromium)('the schedule of a document', () => {
    it('is made and cancelled in the header, and says its time zone', async () => {
      const documentId = await createArticle('Embargoed', 'embargoed');
      const { page, errors } = await editor.show(`/content/articles/${documentId}`);
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
      const { page, errors } = await editor.show(`/content/articles/${documentId}`);
      await button(page, 'Cannot go live July 1, 2040, 10:00 (Berlin)').click();
      await dialog(page).getByText('It cannot go live because of this').waitFor();
      const reasons = dialog(page).getByRole('list', { name: 'Reasons' });
      await reasons.getByText('Title: A value is required.').waitFor();
      await expectAccessible(page, '[role=dialog]');
      await reasons.getByRole('button', { name: 'Title' }).click();
      const title = page.getByRole('textbox', { name: /^Title/ });
      await expect.poll(isFocused(title)).toBe(true);
      await openDialog(page);
      await dialog(page).getByText('With a release').click();
      await dialog(page).getByRole('combobox', { name: 'Release' }).click();
      await page.getByRole('option', { name: 'A new release' }).click();
      await dialog(page).getByRole('textbox', { name: 'Name of the release' }).fill('Spring');
      await dialog(page).getByRole('button', { name: 'Add to the release' }).click();
      await notice(page, 'Added to “Spring”.').waitFor();
      await button(page, 'Cannot go live with “Spring”').click();
      await dialog(page)
        .getByRole('button', { name: /^Remove from the release/ })
        .click();
      await notice(page, 'Removed from “Spring”.').waitFor();
      const [release] = (await editor.api('GET', '/api/content-releases')).data;
      expect([release.name, release.actions.meta.count]).toEqual(['Spring', 0]);
      expect(errors).toEqual([]);
    });
  });

  /** Makes a release that publishes articles. */
  const createRelease = async (name: string, documentIds: readonly string[]): Promise<number> => {
    const id = (await editor.api('POST', '/api/content-releases', { name })).data.id as number;
    if (documentIds.length === 0) return id;
    const actions = documentIds.map((entryDocumentId) => ({ type: 'publish', contentType: uid, entryDocumentId }));
    await editor.api('POST', `/api/content-releases/${id}/actions/bulk`, actions);
    return id;
  };

  describe.runIf(hasChromium)('the releases', () => {
    it('are made, planned, renamed and deleted', async () => {
      const { page, errors } = await editor.show('/');
      await page.getByRole('navigation').getByRole('link', { name: 'Releases' }).click();
      await button(page, 'A new release').click();
      await dialog(page).getByRole('textbox', { name: 'Name of the release' }).fill('Autumn');
      await dialog(page).getByRole('checkbox', { name: 'Goes live at a set time' }).check();
      await fillTime(page, '2040-10-01', '09:00', 'America/New_York');
      await expectAccessible(page, '[role=dialog]');
      await dialog(page).getByRole('button', { name: 'Create' }).click();
      await page.getByRole('heading', { name: 'Autumn', level: 1 }).waitFor();
      await page.getByText('09:00 in New York (America/New_York, UTC-4) — 13:00 UTC').waitFor();
      await button(page, 'Edit').click();
      await dialog(page).getByRole('textbox', { name: 'Name of the release' }).fill('Late autumn');
      await dialog(page).getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { name: 'Late autumn', level: 1 }).waitFor();
      await page.getByRole('main').getByRole('link', { name: 'Releases' }).click();
      const row = page.getByRole('row').filter({ hasText: 'Late autumn' });
      await row.getByText('October 1, 2040, 09:00 (New York)').waitFor();
      await expectAccessible(page);
      await row.getByRole('link').click();
      await button(page, 'Delete').click();
      await dialog(page).getByRole('button', { name: 'Delete' }).click();
      await notice(page, '“Late autumn” is deleted.').waitFor();
      await page.getByRole('heading', { name: 'Releases', level: 1 }).waitFor();
      await expect.poll(() => page.getByRole('link', { name: 'Late autumn' }).count()).toBe(0);
      expect(errors).toEqual([]);
    });

    it('take the selection of a list, and say what became of each document', async () => {
      const one = await createArticle('Desk one', 'desk-one');
      const linked = await createArticle('Linked from the desk', 'linked-from-the-desk');
      await editor.api('POST', '/api/articles?status=draft', { data: { title: 'Desk two', related: [linked] } });
      const deleted = await createArticle('Desk deleted', 'desk-deleted');
      const id = await createRelease('Desk', [one]);
      const { page, errors } = await editor.show('/content/articles?filters=title:startsWith:Desk');
      await page.getByRole('checkbox', { name: 'Select all loaded documents' }).check();
      await page.getByText('3 selected').waitFor();
      // Somebody else deletes it meanwhile.
      await editor.api('DELETE', `/api/articles/${deleted}`);
      await button(page, 'Add to a release …').click();
      await dialog(page).getByRole('combobox', { name: 'Release' }).click();
      await page.getByRole('option', { name: 'Desk', exact: true }).click();
      await dialog(page).getByRole('button', { name: 'Add to the release' }).click();
      await notice(page, '1 document is added to “Desk”. 1 is in it already.').waitFor();
      await page.getByRole('heading', { name: '1 document is not added to “Desk”' }).waitFor();
      await dialog(page)
        .getByRole('listitem')
        .filter({ hasText: 'Desk deleted' })
        .getByText('You may not read it')
        .waitFor();
      const added = (await editor.api('GET', `/api/content-releases/${id}/actions`)).data;
      expect(added.map(({ title }: { title: string }) => title)).toEqual(['Desk one', 'Desk two']);
      await page.keyboard.press('Escape');
      await notice(page, '“Desk” links to a draft that is not in it.').getByRole('button', { name: 'Look' }).click();
      await page.getByRole('heading', { name: 'Desk', level: 1 }).waitFor();
      expect(errors).toEqual([]);
    });

    it('are filled on their own screen, with the drafts that their documents link to', async () => {
      const related = [
        await createArticle('Mangle one', 'mangle-one'),
        await createArticle('Mangle two', 'mangle-two'),
      ];
      await editor.api('POST', '/api/articles?status=draft', { data: { title: 'Mangle linking', related } });
      // The relay indexes its words.
      const found = async () =>
        (await editor.api('GET', '/api/search?q=mangle linking&view=edit')).data[0]?.title as unknown;
      await expect.poll(found).toBe('Mangle linking');
      const id = await createRelease('Mangle', []);
      const titles = async () =>
        (await editor.api('GET', `/api/content-releases/${id}/actions`)).data.map(
          ({ title }: { title: string }) => title,
        );
      // The shared page may be from before the index, when the picker searches one type at a time.
      const { page, errors } = await editor.open(`/releases/${id}`);
      await page.getByText('Goes live by hand').waitFor();
      const search = page.getByRole('combobox', { name: 'Documents: add' });
      await search.fill('mangle linking');
      const option = page.getByRole('option', { name: /^Mangle linking/ });
      await option.waitFor();
      await search.press('ArrowDown');
      await search.press('Enter');
      await notice(page, '1 document is added to “Mangle”.').waitFor();
      await page.keyboard.press('Escape');
      const offer = page.getByRole('alert').filter({ hasText: 'linked here but not in the release' });
      await offer.getByText('linked by Mangle linking').first().waitFor();
      await expectAccessible(page);
      await offer.getByRole('button', { name: 'Add to the release: Mangle two' }).click();
      await expect.poll(titles).toEqual(['Mangle linking', 'Mangle two']);
      await offer.getByText('A draft is linked here').waitFor();
      await offer.getByRole('button', { name: 'Add to the release: Mangle one' }).click();
      await offer.waitFor({ state: 'detached' });
      await expect.poll(titles).toEqual(['Mangle linking', 'Mangle two', 'Mangle one']);
      // A chosen document is taken out again.
      await search.click();
      await option.click();
      await expect.poll(titles).toEqual(['Mangle two', 'Mangle one']);
      expect(errors).toEqual([]);
    });

    it('show what changes, what prevents it, and publish all of it at once', async () => {
      const { data } = await editor.api('GET', '/api/articles?filters[title]=Notes in Pencil&fields=title');
      const changed = data[0].documentId as string;
      await editor.api('PUT', `/api/articles/${changed}?status=draft`, { data: { title: 'Notes in Ink' } });
      const unfinished = await createArticle('Half', 'half');
      await editor.api('PUT', `/api/articles/${unfinished}?status=draft`, { data: { slug: null } });
      const other = await createArticle('Other', 'other');
      const id = await createRelease('Ink', [changed, unfinished, other]);
      const { page, errors } = await editor.show(`/releases/${id}`);
      await page.getByText('Not ready', { exact: true }).waitFor();
      const rows = page.getByRole('region', { name: 'Articles' }).getByRole('listitem');
      await button(page, 'What changes: Notes in Ink').click();
      const title = page.getByRole('region', { name: 'Title' });
      await expect.poll(() => title.locator('del').allTextContents()).toEqual(['Pencil']);
      expect(await title.locator('ins').allTextContents()).toEqual(['Ink']);
      await expectAccessible(page);
      // Nothing else differs: entries of both versions are found again.
      expect(await page.getByRole('main').getByRole('heading', { level: 3 }).count()).toBe(1);
      await rows.filter({ hasText: 'Other' }).getByText('Unpublish', { exact: true }).click();
      await expect
        .poll(async () => (await editor.api('GET', `/api/content-releases/${id}/actions`)).data.at(-1).type)
        .toBe('unpublish');
      const half = rows.filter({ hasText: 'Half' });
      const link = half.getByRole('link', { name: 'Slug' });
      expect(await link.getAttribute('href')).toContain(`/content/articles/${unfinished}?locale=en#slug`);
      await button(page, 'Remove from the release: Half').click();
      await page.getByText('Ready', { exact: true }).waitFor();
      await button(page, 'Publish now').click();
      await dialog(page).getByText('1 document goes live. 1 document goes offline.').waitFor();
      await dialog(page).getByRole('button', { name: 'Publish now' }).click();
      await notice(page, '“Ink” is published.').waitFor();
      await page.getByText('Done', { exact: true }).waitFor();
      expect((await editor.api('GET', `/api/articles/${changed}`)).data.title).toBe('Notes in Ink');
      expect(errors).toEqual([]);
    });
  });

  describe.runIf(hasChromium)('the change set of an agent', () => {
    /** Calls a tool as an agent with the token. */
    const write = async (token: string, documentId: string, title: string): Promise<void> => {
      const client = new Client({ name: 'tests', version: '1' });
      const headers = { authorization: `Bearer ${token}` };
      await client.connect(
        new StreamableHTTPClientTransport(new URL(`${editor.url()}/mcp`), { requestInit: { headers } }),
      );
      await client.callTool({ name: 'update_document', arguments: { type: 'articles', documentId, data: { title } } });
      await client.close();
    };

    it('shows what the agent changed, marks what somebody changed since, and discards the rest', async () => {
      const permissions = ['find', 'findOne', 'update'].map((action) => `${uid}.${action}`);
      const token = { name: 'Scribe', type: 'custom', permissions };
      const { accessKey } = (await (await editor.apiAs('administrator'))('POST', '/admin/api-tokens', token)).data;
      const ids = [await createArticle('Loom one', 'loom-one'), await createArticle('Loom two', 'loom-two')];
      for (const [index, id] of ids.entries()) await write(accessKey, id, `Loom ${index} of the agent`);
      await editor.api('PUT', `/api/articles/${ids[1]}?status=draft`, { data: { summary: 'By a person' } });
      const { page, errors } = await editor.show('/releases');
      await page.getByRole('row').filter({ hasText: 'Scribe' }).getByRole('link').click();
      const rows = page.getByRole('region', { name: 'Articles' }).getByRole('listitem');
      const changed = rows.filter({ hasText: 'Loom 1 of the agent' });
      await changed.getByText('Somebody has changed the document since').waitFor();
      await button(page, 'What changes: Loom 0 of the agent').click();
      const title = page.getByRole('region', { name: 'Title' });
      await expect.poll(() => title.locator('del').allTextContents()).toEqual(['one']);
      expect(await title.locator('ins').allTextContents()).toEqual(['0 of the agent']);
      await expectAccessible(page);
      await button(page, 'Discard all').click();
      const question = '1 draft becomes what it was before the agent. These stay as they are: Loom 1 of the agent.';
      await dialog(page).getByText(question).waitFor();
      await dialog(page).getByRole('button', { name: 'Discard all' }).click();
      await notice(page, '1 document is discarded.').waitFor();
      const left = page.getByRole('alert').filter({ hasText: '1 document is not discarded' });
      await left.getByText('Loom 1 of the agent').waitFor();
      await expect.poll(() => rows.count()).toBe(1);
      const titles = await Promise.all(
        ids.map(async (id) => (await editor.api('GET', `/api/articles/${id}?status=draft`)).data.title),
      );
      expect(titles).toEqual(['Loom one', 'Loom 1 of the agent']);
      await editor.show(`/content/articles/${ids[1]}`);
      await button(page, 'Show the history').click();
      await page.getByRole('list', { name: 'Versions' }).getByRole('img', { name: 'Agent' }).first().click();
      await page.getByRole('link', { name: 'What else the agent wrote' }).click();
      await page.getByRole('heading', { name: /^Scribe · / }).waitFor();
      expect(errors).toEqual([]);
    });
  });
};
