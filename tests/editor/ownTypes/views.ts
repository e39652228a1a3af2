// Views in a browser: the parts of a form, its labels in two languages, and the list.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { component, relation, string, type } from '../../schema/folder.ts';
import { hasChromium, type EditorSite } from '../../setup/editor.ts';
import { isLong } from '../../setup/lengthOf.ts';
import { expectAccessible, findViolations } from '../axe.ts';
import { isFocused } from '../page.ts';

const letters = Array.from('abcdefghijklmnop');

const files: Readonly<Record<string, unknown>> = {
  'piece.json': JSON.parse(
    type(
      'piece',
      {
        title: { ...string, required: true },
        slug: { type: 'uid', targetField: 'title' },
        body: { type: 'text' },
        day: { type: 'date' },
        code: { type: 'string', description: 'From the old system' },
        legacy: { ...string, pluginOptions: { 'content-manager': { visible: false } } },
        topic: relation('manyToOne', 'api::topic.topic'),
        cover: { type: 'media' },
        seo: { type: 'component', component: 'shared.seo' },
      },
      { options: { draftAndPublish: true } },
    ),
  ),
  'piece.view.json': {
    label: { en: 'Piece', de: 'Beitrag' },
    pluralLabel: { en: 'All pieces', de: 'Beiträge' },
    attributes: {
      title: { label: { en: 'Headline', de: 'Überschrift' }, placeholder: 'Short and clear' },
      code: { editable: false, width: 6 },
      day: { width: 6 },
    },
    groups: [
      { attributes: ['title', 'body'] },
      { kind: 'side', label: 'Facts', attributes: ['slug', 'topic'] },
      { kind: 'tab', label: 'Dates', attributes: ['day', 'code'] },
      { kind: 'tab', label: 'Search engines', attributes: ['seo'] },
    ],
    list: { columns: ['topic', 'code'], sort: 'title:asc', pageSize: 10, picture: 'cover' },
  },
  'topic.json': JSON.parse(type('topic', { name: string })),
  'topic.view.json': { group: { en: 'Words', de: 'Wörter' } },
  'secret.json': JSON.parse(
    type('secret', { name: string }, { pluginOptions: { 'content-manager': { visible: false } } }),
  ),
  'components/shared/seo.json': JSON.parse(component({ metaTitle: { ...string, required: true } })),
  'components/shared/seo.view.json': { attributes: { metaTitle: { label: 'Title in searches' } } },
  'long.json': JSON.parse(
    type(
      'long',
      { ...Object.fromEntries(letters.map((name) => [`field_${name}`, { ...string, required: true }])) },
      { options: { draftAndPublish: true } },
    ),
  ),
};

/** Writes the content types of these tests. */
export const writeViews = (folder: string): void => {
  for (const [path, json] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), JSON.stringify(json));
  }
};

export const testViews = (editor: EditorSite): void => {
  describe.runIf(hasChromium)('a form with a view', () => {
    it('has its parts, its labels, a side column in wide windows, and marks the tab of a fault', async () => {
      const { page, errors } = await editor.open('/content/pieces/new', { width: 1440 });
      const title = page.getByRole('textbox', { name: 'Headline' });
      await title.waitFor();
      expect(await title.getAttribute('placeholder')).toBe('Short and clear');
      await title.fill('Ink');
      await title.press('Enter');
      await expect.poll(() => title.inputValue()).toBe('Ink');
      expect(await page.getByLabel('Legacy').count()).toBe(0);

      const place = async (label: string | RegExp) =>
        (await page.getByLabel(label, { exact: true }).boundingBox()) ?? { x: NaN, y: NaN };
      const [body, slug] = [await place('Body'), await place('Slug')];
      expect(slug.x).toBeGreaterThan(body.x + 400);
      const [day, code] = [await place('Day'), await place(/^Code/)];
      expect([Math.abs(code.y - day.y) < 40, code.x > day.x]).toEqual([true, true]);
      expect(await page.getByLabel('Code').getAttribute('readonly')).not.toBeNull();
      await page.getByText('From the old system').waitFor();
      await expectAccessible(page);

      await page.setViewportSize({ width: 390, height: 800 });
      await expect.poll(async () => (await place('Slug')).x - (await place('Body')).x).toBe(0);
      await expect.poll(async () => (await place('Slug')).y - (await place('Day')).y).toBeGreaterThan(0);

      await page.setViewportSize({ width: 1440, height: 900 });
      await page.getByRole('tab', { name: 'Search engines' }).click();
      await page
        .getByRole('button', { name: 'Add SEO' })
        .or(page.getByRole('button', { name: 'Add x' }))
        .first()
        .click();
      await page.getByRole('tab', { name: 'Dates' }).click();
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByRole('tab', { name: 'Search engines has a fault' }).waitFor();
      await page.getByRole('button', { name: /Title in searches/ }).click();
      await expect.poll(isFocused(page.getByLabel('Title in searches'))).toBe(true);
      expect(errors).toEqual([]);
    });

    it('keeps its tab when a new document is stored', async () => {
      const { page } = await editor.show('/content/pieces/new', { width: 1440 });
      const tab = page.getByRole('tab', { name: 'Search engines' });
      await tab.click();
      const title = page.getByRole('textbox', { name: 'Headline' });
      await title.fill('Stored');
      await page.waitForURL(/\/content\/pieces\/[a-z0-9]{24}$/);
      expect([await isFocused(title)(), await tab.getAttribute('aria-selected')]).toEqual([true, 'true']);
    });
  });

  describe.runIf(hasChromium)('a list with a view', () => {
    beforeAll(async () => {
      for (const title of ['b', 'a', 'c']) await editor.api('POST', '/api/pieces', { data: { title } });
    });

    it('has its columns, its order and its page size', async () => {
      const { page } = await editor.show('/', { width: 1440 });
      const request = page.waitForRequest(/\/api\/pieces\?.*pageSize/);
      await page.getByRole('navigation').first().getByRole('link', { name: 'All pieces' }).click();
      const query = new URL((await request).url()).searchParams;
      expect([query.get('sort'), query.get('pagination[pageSize]')]).toEqual(['title:asc', '10']);
      await page.getByRole('link', { name: 'a', exact: true }).waitFor();
      expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(['', 'Headline', 'Status', 'Topic', 'Code']);
      expect(new URL(page.url()).search).toBe('');
    });
  });

  describe.runIf(hasChromium)('a refused publish at the end of a long form', () => {
    it('shows and focuses its reasons, which lead to the fields', async () => {
      const { page, errors } = await editor.show('/content/longs/new', { width: 1280, height: 720 });
      const last = page.getByRole('textbox', { name: 'Field p' });
      await last.fill('Last');
      await page.keyboard.press('Control+Enter');
      const reasons = page.getByRole('alert').filter({ hasText: '15 ' });
      const header = page.getByRole('toolbar').locator('xpath=ancestor::*[@data-width]');
      const distance = async () => {
        const [top, bottom] = [await reasons.boundingBox(), await header.boundingBox()];
        return top === null || bottom === null ? NaN : top.y - bottom.y - bottom.height;
      };
      await expect.poll(distance).toBeGreaterThanOrEqual(0);
      expect(await distance()).toBeLessThan(200);
      await expect
        .poll(() => reasons.evaluate((element) => element.parentElement === document.activeElement))
        .toBe(true);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect.poll(isFocused(page.getByRole('textbox', { name: 'Field a' }))).toBe(true);
      await reasons.getByRole('button', { name: 'Field o', exact: true }).click();
      await expect.poll(isFocused(page.getByRole('textbox', { name: 'Field o' }))).toBe(true);
      expect(errors).toEqual([]);
    });
  });

  describe.runIf(hasChromium && isLong)('a form of more than 15 attributes', () => {
    it('has an outline, which marks faults', async () => {
      const { page, errors } = await editor.open('/content/longs/new', { width: 1440 });
      const outline = page.getByRole('navigation', { name: 'Contents' });
      await outline.getByRole('button', { name: 'Field p' }).click();
      await expect.poll(isFocused(page.getByLabel('Field p'))).toBe(true);
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await outline.getByRole('button', { name: 'Field c has a fault' }).waitFor();
      expect(await findViolations(page)).toEqual([]);

      await page.setViewportSize({ width: 390, height: 800 });
      await outline.getByRole('button', { name: /Contents/ }).click();
      await outline.getByRole('button', { name: /Field b/ }).click();
      await expect.poll(isFocused(page.getByLabel('Field b'))).toBe(true);
      expect(errors).toEqual([]);
    });
  });
};
