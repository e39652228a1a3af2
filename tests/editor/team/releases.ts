// Schedules and releases in the editor: a document is planned in its header, and releases have their screens.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { releasesIn } from '../../../lib/releases/storedReleases.ts';
import { followPath, hasChromium, type EditorSite } from '../../setup/editor.ts';
import { isLong } from '../../setup/lengthOf.ts';
import { checkScreens, opened, screen } from '../axe.ts';
import { button, dialog, isFocused, notice } from '../page.ts';
import { changeAnswer } from '../changeAnswer.ts';

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

    it.runIf(isLong)('is changed, also to a time that the clocks leave out', async () => {
      const documentId = await createArticle('Moved', 'moved');
      const plan = { scheduledAt: '2040-07-01T10:00', timezone: 'Europe/Berlin' };
      await editor.api('PUT', `/api/articles/${documentId}/schedule`, plan);
      const { page } = await editor.show(`/content/articles/${documentId}`);
      await button(page, 'Goes live July 1, 2040, 10:00 (Berlin)').click();
      await dialog(page)
        .getByRole('button', { name: /^Change: Goes live/ })
        .click();
      // The clocks are set forward, so 02:30 does not exist.
      await fillTime(page, '2040-03-25', '02:30', 'Europe/Berlin');
      await dialog(page).getByText('03:30 in Berlin (Europe/Berlin, UTC+2) — 01:30 UTC').waitFor();
      await dialog(page).getByRole('button', { name: 'Change', exact: true }).click();
      await button(page, 'Goes live March 25, 2040, 03:30 (Berlin)').waitFor();
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

  /** More releases than a page of the API has. Creating them with requests costs seconds. */
  const insertReleases = async (first: number): Promise<void> => {
    const at = new Date();
    const release = {
      createdBy: null,
      createdAt: at,
      updatedAt: at,
      revision: 1,
      status: 'empty',
      actionCount: 0,
    } as const;
    await releasesIn(await editor.database()).insertMany(
      Array.from({ length: 101 }, (_, number) => ({
        ...{ ...release, _id: first + number, name: `Release ${number}` },
        ...{ releasedAt: null, schedule: null, scheduledAt: null },
      })),
    );
  };

  describe.runIf(hasChromium && isLong)('in German', () => {
    it('reasons are German too, and all releases can be chosen', async () => {
      const documentId = await createArticle('Deutsch', 'deutsch');
      const plan = { scheduledAt: '2040-07-01T10:00', timezone: 'Europe/Berlin' };
      const other = await createArticle('Andere', 'andere');
      const id = (await editor.api('POST', '/api/content-releases', { name: 'Die älteste', ...plan })).data
        .id as number;
      await insertReleases(id + 1_000);
      for (const one of [documentId, other])
        await editor.api('POST', `/api/content-releases/${id}/actions`, {
          ...{ type: 'publish', contentType: uid, entryDocumentId: one },
        });
      await editor.api('PUT', `/api/articles/${documentId}?status=draft`, { data: { title: null } });
      await editor.api('DELETE', `/api/articles/${other}`);
      const { page } = await editor.open(`/releases/${id}`, {
        prepare: (german) => german.addInitScript("localStorage.setItem('lectern-language', 'de')"),
      });
      const reasons = page.getByRole('list', { name: 'Gründe' });
      await reasons.first().waitFor();
      expect((await reasons.allInnerTexts()).map((text) => text.trim())).toEqual([
        'Title: Ein Wert ist erforderlich.',
        'Es gibt es in dieser Sprache nicht.',
      ]);
      const late = await createArticle('Spät', 'spaet');
      await followPath(page, `/content/articles/${late}`);
      await button(page, 'Planen oder in ein Release aufnehmen').click();
      await dialog(page).getByText('Mit einem Release').click();
      await dialog(page).getByRole('combobox', { name: 'Release' }).click();
      await page.getByRole('option', { name: 'Die älteste' }).click();
      await dialog(page).getByRole('button', { name: 'In das Release aufnehmen' }).click();
      await notice(page, 'In „Die älteste“ aufgenommen.').waitFor();
      await releasesIn(await editor.database()).deleteMany({});
    });
  });

  /** Makes a release that publishes articles. */
  const createRelease = async (name: string, documentIds: readonly string[]): Promise<number> => {
    const id = (await editor.api('POST', '/api/content-releases', { name })).data.id as number;
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
      await dialog(page).getByRole('checkbox', { name: 'Publish it at a moment' }).check();
      await fillTime(page, '2040-10-01', '09:00', 'America/New_York');
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
      await row.getByRole('link').click();
      await button(page, 'Delete').click();
      await dialog(page).getByRole('button', { name: 'Delete' }).click();
      await notice(page, '“Late autumn” is deleted.').waitFor();
      await page.getByRole('heading', { name: 'Releases', level: 1 }).waitFor();
      await expect.poll(() => page.getByRole('link', { name: 'Late autumn' }).count()).toBe(0);
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
      await page.getByText('Blocked', { exact: true }).waitFor();
      const rows = page.getByRole('region', { name: 'Articles' }).getByRole('listitem');
      await button(page, 'What changes: Notes in Ink').click();
      const title = page.getByRole('region', { name: 'Title' });
      await expect.poll(() => title.locator('del').allTextContents()).toEqual(['Pencil']);
      expect(await title.locator('ins').allTextContents()).toEqual(['Ink']);
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

    it.runIf(isLong)('let their owners remove documents that they may not see', async () => {
      const id = await createRelease('Half hidden', [await createArticle('Unseen', 'unseen')]);
      // No built-in role creates releases and sees only a part of them.
      const hide = (page: Page) =>
        page.route(`**/api/content-releases/${id}/actions`, (route) =>
          changeAnswer(route, ({ data, meta }: { data: { id: number }[]; meta: object }) => {
            const hidden = { count: data.length, ids: data.map((one) => one.id) };
            return { data: [], meta: { ...meta, hidden } };
          }),
        );
      const { page, errors } = await editor.open(`/releases/${id}`, { prepare: hide });
      await page.getByText('1 document that you may not see').waitFor();
      await page.getByRole('button', { name: /^Remove from the release: Hidden document/ }).click();
      await notice(page, 'Removed from “Half hidden”.').waitFor();
      await page.getByText('No documents yet').waitFor();
      expect((await editor.api('GET', `/api/content-releases/${id}/actions`)).data).toEqual([]);
      expect(errors).toEqual([]);
    });

    it.runIf(isLong)('have permissions in the screen of a role, beside those that have no controller', async () => {
      const { page, errors } = await editor.show('/admin/roles/new');
      await page.getByRole('button', { name: 'Audit log' }).waitFor();
      await page.getByRole('button', { name: 'Releases' }).click();
      await page.getByRole('checkbox', { name: 'Rename, and add and remove documents' }).waitFor();
      expect(errors).toEqual([]);
    });

    it.runIf(isLong)('mark the documents of a list, with one request', async () => {
      const documentId = await createArticle('Marked', 'marked');
      await editor.api('PUT', `/api/articles/${documentId}/schedule`, {
        scheduledAt: '2040-07-01T10:00',
        timezone: 'Europe/Berlin',
      });
      const id = await createRelease('Marks', [documentId]);
      const { page, errors } = await editor.show('/account');
      const requests: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/api/content-releases')) requests.push(request.url());
      });
      await page.getByRole('navigation').getByRole('link', { name: 'Articles' }).click();
      const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Marked' }) });
      await row.getByText('Goes live July 1, 2040, 10:00 (Berlin); Goes live with “Marks”').waitFor();
      expect(requests).toHaveLength(1);
      // Another document of the release prevents it.
      const unfinished = await createArticle('Unmarked', 'unmarked');
      await editor.api('PUT', `/api/articles/${unfinished}?status=draft`, { data: { title: null } });
      const body = { type: 'publish', contentType: uid, entryDocumentId: unfinished };
      await editor.api('POST', `/api/content-releases/${id}/actions`, body);
      await page.reload();
      await row.getByText('Cannot go live with “Marks”').waitFor();
      await page.getByRole('link', { name: 'Marked', exact: true }).click();
      await button(page, 'Cannot go live with “Marks”').waitFor();
      expect(errors).toEqual([]);
    });

    it.runIf(isLong)('are clean for axe, with the dialog of a document', async () => {
      const documentId = await createArticle('Planned', 'planned');
      await editor.api('PUT', `/api/articles/${documentId}?status=draft`, { data: { slug: null } });
      const plan = { scheduledAt: '2040-07-01T10:00', timezone: 'Europe/Berlin' };
      await editor.api('PUT', `/api/articles/${documentId}/schedule`, plan);
      const id = await createRelease('Winter', [documentId]);
      const page = await editor.show('/account');
      expect(
        await checkScreens(page, [
          screen('planned document', `/content/articles/${documentId}`, 'Planned'),
          opened('schedule', /^Cannot go live/),
          screen('releases', '/releases', 'Releases'),
          opened('new release', 'A new release'),
          {
            name: 'release',
            path: `/releases/${id}`,
            show: async (release) => {
              await release.getByRole('button', { name: 'What changes: Planned' }).click();
              await release.getByRole('region', { name: 'Title' }).waitFor();
            },
          },
        ]),
      ).toEqual([]);
    });

    it.runIf(isLong)('are absent for a role that may publish nothing', async () => {
      const { roles } = await editor.api('GET', '/api/users-permissions/roles');
      const author = roles.find(({ type }: { readonly type: string }) => type === 'author');
      const path = `/api/users-permissions/roles/${String(author.id)}`;
      const { permissions } = (await editor.api('GET', path)).role;
      const article = { find: { enabled: true }, findOne: { enabled: true }, update: { enabled: true } };
      permissions['api::article'] = { controllers: { article } };
      delete permissions['api::*'];
      await editor.api('PUT', path, { permissions });
      const { page } = await editor.open('/releases', { role: 'author' });
      await page.getByRole('heading', { name: 'There is nothing here' }).waitFor();
      expect(await page.getByRole('link', { name: 'Releases' }).count()).toBe(0);
      await followPath(page, '/content/articles');
      await page.getByRole('link', { name: 'Marked' }).click();
      await page.getByRole('heading', { name: 'Marked' }).waitFor();
      expect(await button(page, 'Schedule or add to a release').count()).toBe(0);
    });
  });
};
