// The history of documents in the editor: versions beside the form, and the activity screen.
import { ObjectId } from 'mongodb';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { collections } from '../../../lib/platform/db/index.ts';
import { hasChromium, type EditorSite } from '../../setup/editor.ts';
import { isLong } from '../../setup/lengthOf.ts';
import { waitFor } from '../../setup/waitFor.ts';
import { findViolations } from '../axe.ts';
import { button, isFocused } from '../page.ts';

const topicUid = 'api::topic.topic';

export const testHistory = (editor: EditorSite): void => {
  const createTopic = async (name: string, slug: string): Promise<string> =>
    (await editor.api('POST', '/api/topics', { data: { name, slug } })).data.documentId as string;

  describe.runIf(hasChromium)('the activity screen', () => {
    let topic = '';

    beforeAll(async () => {
      topic = await createTopic('Gold leaf', 'gold-leaf');
      const rows = (await editor.database()).collection(collections.audit);
      const until = new Date('2100-01-01');
      const administrator = editor.user('administrator').documentId;
      const target = { type: topicUid, documentId: topic };
      // After those of the seed and of logins.
      const at = (hour: number, minute = 0) => new Date(Date.UTC(2030, 4, 1, hour, minute));
      await rows.insertMany(
        [
          { at: at(9), action: 'content.update', actor: administrator, target, changed: ['name', 'slug'] },
          { at: at(10), action: 'content.delete', actor: 'owner', target: { type: topicUid, documentId: 'none' } },
          {
            at: at(11),
            action: 'login.failed',
            actor: 'public',
            target: { type: 'user' },
            address: '203.0.113.7',
            count: 4,
          },
          {
            ...{ at: at(12), action: 'role.update', actor: administrator },
            target: { type: 'plugin::users-permissions.role', documentId: 'r', name: 'author' },
            changed: ['grant api::topic.topic.delete'],
          },
          ...Array.from({ length: 30 }, (_, minute) => ({
            ...{ at: new Date(Date.UTC(2029, 4, 1, 8, minute)), action: 'webhook.update', actor: 'command line' },
            target: { type: 'webhook', id: '1', name: `hook ${minute}` },
          })),
        ].map((row) => ({ _id: new ObjectId(), until, ...row })),
      );
    });

    const rows = (page: Page) => page.locator('main').getByRole('listitem');

    it('says in plain words who did what, and leads to the document', async () => {
      const { page, errors } = await editor.show('/admin/activity');
      await rows(page)
        .filter({ hasText: 'administrator changed Gold leaf' })
        .getByText('Topic · Name and Slug')
        .waitFor();
      await rows(page).filter({ hasText: 'The owner’s token deleted a document' }).waitFor();
      await rows(page)
        .filter({ hasText: 'A login as an unknown user failed' })
        .getByText('4 times · from 203.0.113.7')
        .waitFor();
      await rows(page)
        .filter({ hasText: 'administrator changed author' })
        .getByText('Role · gave api::topic.topic.delete')
        .waitFor();
      expect(await rows(page).count()).toBe(25);
      await button(page, 'Show more').click();
      await rows(page)
        .filter({ hasText: /changed hook 0Webhook$/ })
        .waitFor();
      await rows(page).getByRole('link', { name: 'Gold leaf' }).first().click();
      await page.waitForURL(`**/content/topics/${topic}`);
      expect(errors).toEqual([]);
    });
  });

  describe.runIf(hasChromium)('the history of a document', () => {
    let path = '';
    let documentId = '';

    const save = async (data: object): Promise<void> => {
      await editor.api('PUT', `/api/articles/${documentId}?status=draft`, { data });
    };

    beforeAll(async () => {
      const [edges, gilding] = [await createTopic('Edges', 'edges'), await createTopic('Gilding', 'gilding')];
      const files: readonly { readonly id: number; readonly name: string }[] = await editor.api(
        'GET',
        '/api/upload/files',
      );
      const [first, second] = files;
      const [text, quote] = ['layout.text', 'layout.quote'];
      const data = {
        ...{ title: 'Paper at the edges', slug: 'at-the-edges', summary: 'Torn, not cut.', topic: edges },
        ...{ cover: first?.id, readingMinutes: 4, featured: false },
        sections: [
          { __component: text, heading: 'Deckle', body: 'The edge of a sheet.' },
          { __component: quote, text: 'Paper remembers', source: 'A papermaker' },
          { __component: text, heading: 'Trimmed', body: 'Cut by a plough.' },
        ],
      };
      ({ documentId } = (await editor.api('POST', '/api/articles?status=draft', { data })).data);
      path = `/content/articles/${documentId}`;
      const { sections } = (await editor.api('GET', `/api/articles/${documentId}?status=draft&view=edit&populate=*`))
        .data;
      const [deckle, remembers] = sections;
      await save({
        ...{ title: 'Paper on the gilded edges', topic: gilding, cover: second?.id, featured: true },
        sections: [
          remembers,
          { ...deckle, heading: 'Deckle edges' },
          { __component: text, heading: 'Gold', body: 'Leaf.' },
        ],
      });
      await editor.api('POST', `/api/articles/${documentId}/actions/publish`);
      await save({ summary: 'Torn, cut or gilded.' });
      // Another schema, and a link to nothing, as the first version had them.
      const database = await editor.database();
      const rows = database.collection<{ _id: ObjectId; schema: string }>(collections.versions);
      await waitFor(async () => {
        expect(await rows.countDocuments({ documentId })).toBe(3);
      });
      const oldest = await rows.findOne({ documentId }, { sort: { revision: 1 } });
      await database
        .collection<{ _id: ObjectId }>(collections.versionValues)
        .updateOne({ _id: oldest?._id ?? new ObjectId() }, { $set: { 'draft.subtitle': 'A former subtitle' } });
      const attribute = { name: 'subtitle', kind: 'scalar', type: 'string', value: 'string', private: false };
      await database
        .collection<{ _id: string; attributes: object[] }>(collections.versionSchemas)
        .updateOne({ _id: oldest?.schema ?? '' }, { $push: { attributes: attribute } });
    });

    const panel = (page: Page) => page.getByRole('complementary', { name: 'History' });
    const versions = (page: Page) => panel(page).getByRole('list', { name: 'Versions' }).getByRole('listitem');
    const field = (page: Page, name: string) => panel(page).getByRole('region', { name, exact: true });

    const openHistory = async (page: Page): Promise<void> => {
      await button(page, 'Show the history').click();
      await versions(page).first().waitFor();
    };

    const openFirst = async (page: Page): Promise<void> => {
      await openHistory(page);
      await versions(page).last().getByRole('button').click();
      await field(page, 'Title').waitFor();
    };

    it('lists versions, and compares one with the form and two with each other', async () => {
      const { page, errors } = await editor.show(path);
      await openHistory(page);
      const texts = await versions(page).allInnerTexts();
      expect(texts.map((text) => text.split('\n').filter((line) => !line.includes('·')))).toEqual([
        ['Edited by tests', 'Current'],
        ['Published by tests', 'Published'],
        ['Edited by tests'],
        ['Created by tests'],
      ]);
      await versions(page).last().getByRole('button').click();
      await field(page, 'Title').waitFor();
      const marked = async (name: string) => ({
        from: await field(page, name).locator('del').allInnerTexts(),
        to: await field(page, name).locator('ins').allInnerTexts(),
      });
      expect(await marked('Title')).toEqual({ from: ['at'], to: ['on', ' gilded'] });
      expect(await marked('Featured')).toEqual({ from: ['No'], to: ['Yes'] });
      expect(await marked('Topic')).toEqual({ from: ['Edges'], to: ['Gilding'] });
      expect(await field(page, 'Cover').locator('img').count()).toBe(2);
      const sections = field(page, 'Sections').getByRole('listitem');
      expect((await sections.allInnerTexts()).map((text) => text.split('\n').filter((line) => line !== ''))).toEqual([
        ['Text: Trimmed', 'Removed', 'Heading', 'Trimmed', 'Body', 'Cut by a plough.'],
        ['Quote: A papermaker', 'Moved'],
        ['Text: Deckle edges', 'Heading', 'Deckle edges'],
        ['Text: Gold', 'Added', 'Heading', 'Gold', 'Body', 'Leaf.'],
      ]);
      // What is typed is compared, too.
      await page.getByRole('textbox', { name: 'Title' }).fill('Paper at the edges');
      await expect.poll(() => field(page, 'Title').count()).toBe(0);

      await panel(page).getByRole('combobox', { name: 'Compared with' }).click();
      await page.getByRole('option', { name: /^Published by tests/ }).click();
      await expect.poll(() => marked('Title')).toEqual({ from: ['at'], to: ['on', ' gilded'] });
      // The summary changed after the publication.
      expect(await field(page, 'Summary').count()).toBe(0);
      await button(page, 'All versions').click();
      await expect
        .poll(() =>
          versions(page)
            .last()
            .getByRole('button')
            .evaluate((one) => one === document.activeElement),
        )
        .toBe(true);
      await button(page, 'More actions').click();
      await page.getByRole('menuitem', { name: 'Undo' }).click();
      await versions(page).last().getByRole('button').click();
      const compared = panel(page).getByRole('combobox', { name: 'Compared with' });
      await compared.click();
      await page.keyboard.press('Escape');
      await expect.poll(() => compared.getAttribute('aria-expanded')).toBe('false');
      await page.keyboard.press('Escape');
      await panel(page).waitFor({ state: 'detached' });
      await expect.poll(isFocused(button(page, 'Show the history'))).toBe(true);
      await openHistory(page);
      await panel(page).getByRole('link', { name: 'What changed' }).click();
      await page.waitForURL(`**/admin/activity?**documentId=${documentId}`);
      for (const deed of ['published', 'created'])
        await page
          .locator('main')
          .getByRole('listitem')
          .filter({ hasText: `The token tests ${deed}` })
          .waitFor();
      expect(errors).toEqual([]);
    });

    it.runIf(isLong)(
      'shows a whole version, and what the content type does not have any more; axe finds nothing',
      async () => {
        const { page, errors } = await editor.show(path);
        await openFirst(page);
        await panel(page).getByText('Subtitle: A former subtitle').waitFor();
        await panel(page).getByText('Whole version').click();
        const title = panel(page).getByRole('textbox', { name: /Title/ }).first();
        expect(await title.inputValue()).toBe('Paper at the edges');
        expect(await title.isEditable()).toBe(false);
        await panel(page).getByText('Differences').click();
        await field(page, 'Title').waitFor();
        expect(await findViolations(page)).toEqual([]);
        expect(errors).toEqual([]);
      },
    );

    it.runIf(isLong)('restores one field or all, which undo takes back, and keeps both', async () => {
      const { page, errors } = await editor.show(path);
      await openFirst(page);
      const title = page.locator('main').getByRole('textbox', { name: 'Title' });
      const before = await title.inputValue();
      await button(page, 'Restore Title').click();
      await page
        .getByRole('alert')
        .filter({ hasText: 'Title is restored.' })
        .getByRole('button', { name: 'Undo' })
        .click();
      await expect.poll(() => title.inputValue()).toBe(before);
      await button(page, 'Restore all').click();
      await page.getByRole('alert').filter({ hasText: 'The version is restored.' }).waitFor();
      await panel(page).getByText('There is no difference.').waitFor();
      await page.getByText('All changes are saved').waitFor();
      const read = () => editor.api('GET', `/api/articles/${documentId}?status=draft&populate=*`);
      expect((await read()).data).toMatchObject({
        ...{ title: 'Paper at the edges', summary: 'Torn, not cut.', topic: { name: 'Edges' }, featured: false },
        sections: [
          { heading: 'Deckle' },
          { text: 'Paper remembers' },
          { heading: 'Trimmed', body: 'Cut by a plough.' },
        ],
      });
      await button(page, 'Undo').first().click();
      await expect.poll(() => title.inputValue()).toBe(before);
      await page.getByText('All changes are saved').waitFor();
      expect((await read()).data).toMatchObject({ title: before, topic: { name: 'Gilding' }, featured: true });
      // What was restored is a version of its own, between what was before and after.
      await button(page, 'All versions').click();
      const saved = versions(page).filter({ hasText: 'Edited by administrator' });
      await expect.poll(() => saved.count()).toBeGreaterThanOrEqual(3);
      await saved.nth(1).getByRole('button').click();
      await panel(page).getByRole('combobox', { name: 'Compared with' }).click();
      await page.getByRole('option', { name: /^Created by tests/ }).click();
      await panel(page).getByText('There is no difference.').waitFor();
      expect(errors).toEqual([]);
    });
  });
};
