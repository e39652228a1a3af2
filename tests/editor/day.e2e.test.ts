// A day of a team in a browser, one step after the other: a new role, a conflict in a long text, a review, a release and its pages.
// The chief editor works without a mouse.
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { editorPassword, hasChromium, startEditor } from '../setup/editor.ts';
import { startPreviewSite } from '../setup/previewSite.ts';
import { expectAccessible } from './axe.ts';
import { pickOption, press, tabTo } from './keyboard.ts';
import { button, choose, dialog, frameOf, notice, saved, textbox } from './page.ts';

const contentTypes = mkdtempSync(join(tmpdir(), 'lectern-day-'));
cpSync('content-types', contentTypes, { recursive: true });
const file = join(contentTypes, 'article.json');
const type = JSON.parse(readFileSync(file, 'utf8')) as { options: object; attributes: object };
Object.assign(type.options, { review: { stages: ['writing', 'review', 'ready'], publishFrom: 'ready' } });
Object.assign(type.attributes, { notes: { type: 'text' } });
writeFileSync(file, JSON.stringify(type));

const site = await startPreviewSite();
const editor = startEditor({ contentTypes, content: {}, settings: { preview: { url: site.template } } });

const titles = ['Ink of galls', 'Ink of soot', 'Ink of iron', 'Ink of cuttlefish', 'Ink of walnuts'];

/** 3,000 words in 100 paragraphs. */
const paragraphs = Array.from({ length: 100 }, (_, index) =>
  Array.from({ length: 30 }, (_word, word) => `word${index + 1}.${word + 1}`).join(' '),
);

const textWith = (change: Record<number, string>): string =>
  paragraphs.map((paragraph, index) => change[index] ?? paragraph).join('\n\n');

describe.runIf(hasChromium)('a day of a team', () => {
  const ids: string[] = [];
  /** A page of the user with the role that the first step makes. */
  const reporterAt = async (path: string): Promise<Page> => (await editor.show(path, { role: 'author' })).page;

  const stageOf = async (documentId: string): Promise<string> =>
    (await editor.api('GET', `/api/articles/${documentId}/stages`)).meta.stage.name as string;

  const draftOf = async (documentId: string) =>
    (await editor.api('GET', `/api/articles/${documentId}?status=draft`)).data as Record<string, string>;

  beforeAll(async () => {
    for (const title of titles) {
      const data = { title, slug: title.toLowerCase().replaceAll(' ', '-'), summary: 'A recipe', notes: textWith({}) };
      ids.push((await editor.api('POST', '/api/articles?status=draft', { data })).data.documentId as string);
    }
  });

  it('a role for reporters opens the editor, and may not approve', async () => {
    const { page, errors } = await editor.show('/admin/roles/new');
    await textbox(page, 'Name').fill('Reporter');
    await page.getByRole('checkbox', { name: 'Everything with All types, also later ones' }).check();
    await page.getByRole('button', { name: 'Condition of Article: Review', exact: true }).click();
    const stages = dialog(page).getByRole('combobox', { name: 'Only into these stages' });
    for (const stage of ['writing', 'review']) await pickOption(page, stages, stage);
    await dialog(page).getByRole('button', { name: 'Apply', exact: true }).click();
    await button(page, 'Save').click();
    await page.getByRole('heading', { name: 'Roles', level: 1, exact: true }).waitFor();
    const { roles } = await editor.api('GET', '/api/users-permissions/roles');
    const { id } = roles.find(({ name }: { name: string }) => name === 'Reporter');
    await editor.api('PUT', `/api/users/${editor.user('author').documentId}`, { role: id });
    const reporter = await reporterAt('/');
    await reporter.getByRole('heading', { name: 'Hello, author' }).waitFor();
    expect(errors).toEqual([]);
  });

  it('a conflict in 3,000 words shows the passage that differs, and merges the rest', async () => {
    const [documentId = ''] = ids;
    const page = await reporterAt(`/content/articles/${documentId}`);
    await textbox(page, 'Notes').fill(textWith({ 49: 'Galls of the oak' }));
    const asChief = await editor.apiAs('administrator');
    const notes = textWith({ 49: 'Galls of the beech', 89: 'Vitriol' });
    await asChief('PUT', `/api/articles/${documentId}?status=draft`, { data: { notes } });
    await page.keyboard.press('Control+s');
    const question = dialog(page).filter({ hasText: 'administrator changed this Article, too' });
    const mine = question.getByRole('radio', { name: /^Keep mine/ });
    expect(await mine.innerText()).toContain('Galls of the oak');
    // Two lines around it, of which one is empty.
    expect((await mine.innerText()).match(/word\d+\.1 /g)).toEqual(['word49.1 ', 'word51.1 ']);
    expect(await question.getByRole('radio', { checked: true }).count()).toBe(0);
    await expectAccessible(page, '[role=dialog]');
    await mine.click();
    await button(page, 'Keep the chosen texts').click();
    await saved(page);
    expect((await draftOf(documentId)).notes).toBe(textWith({ 49: 'Galls of the oak', 89: 'Vitriol' }));
  });

  it('five drafts go to review from their list', async () => {
    const page = await reporterAt('/content/articles');
    for (const [action, label, option] of [
      ['Move to a stage …', 'Stage', 'review'],
      ['Assign …', 'Assigned to', 'administrator'],
    ] as const) {
      await page.getByRole('checkbox', { name: 'Select all loaded documents' }).check();
      await button(page, action).click();
      await choose(page, label, option);
      await button(page, 'Change 5 documents').click();
      await dialog(page).waitFor({ state: 'detached' });
    }
    expect(await Promise.all(ids.map(stageOf))).toEqual(ids.map(() => 'review'));
  });

  it('the chief editor finds them on the home screen, and approves them with the keyboard', async () => {
    const { page, errors } = await editor.show('/');
    await press(page, page.getByRole('main').getByRole('link', { name: titles[0] ?? '' }));
    await page.getByRole('heading', { name: titles[0] ?? '', level: 1 }).waitFor();
    await pickOption(page, page.getByRole('combobox', { name: 'Stage', exact: true }), 'ready');
    await expect.poll(() => stageOf(ids[0] ?? '')).toBe('ready');

    await press(page, page.getByRole('navigation').getByRole('link', { name: 'Article' }));
    await press(page, page.getByRole('checkbox', { name: 'Select all loaded documents' }), 'Space');
    await press(page, button(page, 'Move to a stage …'));
    await pickOption(page, dialog(page).getByRole('combobox', { name: 'Stage', exact: true }), 'ready');
    await press(page, button(page, 'Change 5 documents'));
    await dialog(page).waitFor({ state: 'detached' });
    await expect.poll(() => Promise.all(ids.map(stageOf))).toEqual(ids.map(() => 'ready'));
    await expectAccessible(page);
    expect(errors).toEqual([]);
  });

  it('a change withdraws an approval only after a question, and the chief editor gets a notice', async () => {
    const page = await reporterAt(`/content/articles/${ids[1] ?? ''}`);
    await textbox(page, 'Summary').fill('A better recipe');
    await dialog(page).getByText('Your change sends it back to “review”').waitFor();
    await button(page, 'Change it').click();
    await expect.poll(() => stageOf(ids[1] ?? '')).toBe('review');
    const { page: home } = await editor.show('/');
    await home.getByText('author changed it after your review: back in “review”').waitFor();
  });

  it('a release of five is put together, looked at page by page, and published with the keyboard', async () => {
    const { jwt } = await editor.api('POST', '/api/auth/local', {
      identifier: editor.user('administrator').email,
      password: editorPassword,
    });
    site.show('prepared', editor.url(), jwt as string);
    const { page, errors } = await editor.show('/content/articles', { width: 1500 });
    await press(page, page.getByRole('checkbox', { name: 'Select all loaded documents' }), 'Space');
    await press(page, button(page, 'Add to a release …'));
    // The choices arrive, and no option is marked any more.
    await page.waitForLoadState('networkidle');
    await pickOption(page, dialog(page).getByRole('combobox', { name: 'Release' }), 'A new release');
    await tabTo(page, dialog(page).getByRole('textbox', { name: 'Name of the release' }));
    await page.keyboard.type('Inks');
    await press(page, dialog(page).getByRole('button', { name: 'Add to the release' }));
    await notice(page, '5 documents are added to “Inks”.').waitFor();

    const openRelease = async () => {
      await press(page, page.getByRole('navigation').getByRole('link', { name: 'Releases' }));
      await press(page, page.getByRole('main').getByRole('link', { name: 'Inks' }));
    };
    await openRelease();
    await page.getByText('Not ready', { exact: true }).waitFor();
    await press(page, page.getByRole('main').getByRole('link', { name: titles[1] ?? '' }));
    await pickOption(page, page.getByRole('combobox', { name: 'Stage', exact: true }), 'ready');
    await expect.poll(() => stageOf(ids[1] ?? '')).toBe('ready');
    await button(page, 'Goes live with “Inks”').waitFor();
    await openRelease();
    await page.getByText('Ready', { exact: true }).waitFor();
    await expectAccessible(page);

    await press(page, button(page, 'Preview the site'));
    const [{ id }] = (await editor.api('GET', '/api/content-releases')).data;
    const { data: actions } = await editor.api('GET', `/api/content-releases/${id}/actions`);
    for (const [index, { title }] of actions.entries()) {
      if (index > 0) await press(page, button(page, 'Next page'));
      const heading = (await frameOf(page, title as string)).locator('h1[data-strapi-source]');
      await expect.poll(() => heading.textContent()).toBe(title);
    }
    await openRelease();
    await press(page, button(page, 'Publish now'));
    await press(page, dialog(page).getByRole('button', { name: 'Publish now' }));
    await notice(page, '“Inks” is published.').waitFor();
    const { data } = await editor.api('GET', '/api/articles?sort=title');
    expect(data.map(({ title }: { title: string }) => title)).toEqual(titles.toSorted());
    expect(errors).toEqual([]);
  });
});
