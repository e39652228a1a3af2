// Click-to-edit, in a browser: the page of the site beside the form, and the form follows what is clicked there.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Frame, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium, startEditor, type EditorSite } from '../setup/editor.ts';
import { startPreviewSite, type PageKind } from '../setup/previewSite.ts';

const site = await startPreviewSite();
const startFor = (kind: PageKind): EditorSite =>
  startEditor({ content: 'sample', settings: { preview: { url: site.template(kind) } } });
const prepared = startFor('prepared');
const plain = startFor('plain');

interface Opened {
  readonly page: Page;
  readonly frame: Frame;
  readonly errors: readonly string[];
  readonly documentId: string;
}

const openPreview = async (editor: EditorSite): Promise<Opened> => {
  const { email: identifier, password } = editor.user('administrator');
  const { jwt } = await editor.api('POST', '/api/auth/local', { identifier, password });
  site.readFrom(editor.url(), jwt as string);
  const { data } = await editor.api('GET', '/api/articles?pagination[pageSize]=1&filters[cover][id][$notNull]=true');
  const { documentId } = data[0];
  const { page, errors } = await editor.open(`/content/articles/${documentId}`, { width: 1500 });
  await page.getByRole('button', { name: 'Show the preview beside the form' }).click();
  const element = await page.getByTitle('Preview', { exact: true }).elementHandle();
  const frame = await element.contentFrame();
  if (frame === null) throw new Error('There is no frame');
  await frame.locator('h1[data-strapi-source]').waitFor();
  return { page, frame, errors, documentId };
};

/** The path of the field that has the focus. */
const focusedField = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.closest('[id^="form"]')?.id.replace(/^form\d+-/, '') ?? '');

/** From the outline of the focused field to the heading, in pixels. */
const distanceOfOutline = (frame: Frame): Promise<number> =>
  frame.evaluate(() => {
    const outline = document.querySelector('lectern-preview')?.shadowRoot?.querySelector('[data-solid]');
    const topOf = (element: Element | null | undefined) => element?.getBoundingClientRect().top ?? Infinity;
    return topOf(document.querySelector('h1')) - topOf(outline);
  });

const titleOf = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true });

describe.runIf(hasChromium)('a prepared page beside the form', () => {
  it('opens the field of what is clicked twice, or chosen with Enter', async () => {
    const { page, frame, errors } = await openPreview(prepared);
    // The page has clean texts, and its picture loads.
    expect(await frame.title()).not.toMatch(/[\u200B-\u200D\uFEFF]/);
    expect(await frame.locator('main').textContent()).not.toMatch(/[\u200B-\u200D\uFEFF]/);
    await expect
      .poll(() => frame.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0);
    await frame.locator('#summary').dblclick();
    await expect.poll(() => focusedField(page)).toBe('summary');
    await frame.locator('h1').dblclick();
    await expect.poll(() => focusedField(page)).toBe('title');
    await frame.locator('#summary').press('Enter');
    await expect.poll(() => focusedField(page)).toBe('summary');
    // A click on a link waits for a second one.
    await frame.locator('img').dblclick();
    await expect.poll(() => focusedField(page)).toContain('cover');
    expect(frame.url()).not.toContain('#elsewhere');
    await frame.locator('img').click();
    await expect.poll(() => frame.url()).toContain('#elsewhere');
    // The text is of another document.
    await frame.locator('#topic').dblclick();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).waitFor();
    expect(errors).toEqual([]);
  });

  it('updates itself after a save, and shows the field that has the focus', async () => {
    const { page, frame, errors } = await openPreview(prepared);
    await frame.evaluate(() => {
      document.body.dataset.kept = 'true';
    });
    await titleOf(page).fill('Seen at once');
    await frame.getByRole('heading', { name: 'Seen at once' }).waitFor();
    expect(await frame.evaluate(() => document.body.dataset.kept)).toBe('true');
    // The heading is another element now.
    await expect.poll(() => distanceOfOutline(frame)).toBe(4);
    await page.getByText('Phone', { exact: true }).click();
    await expect.poll(() => frame.evaluate(() => innerWidth)).toBe(390);
    expect(errors).toEqual([]);
  });

  it('cannot make the editor do anything else', async () => {
    const { page, frame, errors, documentId } = await openPreview(prepared);
    await titleOf(page).focus();
    const toSummary = { path: `documentId=${documentId}&path=summary` };
    // From another window than the frame.
    await page.evaluate((payload) => {
      window.postMessage({ type: 'strapiFieldFocusIntent', payload }, '*');
    }, toSummary);
    const script = 'javascript:alert(1)';
    for (const payload of [
      null,
      1,
      {},
      { path: 1 },
      { path: '<img src=x onerror=alert(1)>' },
      { path: 'documentId=x&path=y', href: script },
    ])
      await frame.evaluate((sent) => {
        parent.postMessage({ type: 'strapiFieldFocusIntent', payload: sent }, '*');
      }, payload);
    // The last message arrives after all others.
    await frame.locator('#summary').press('Enter');
    await expect.poll(() => focusedField(page)).toBe('summary');
    expect(new URL(page.url()).pathname).toBe(`/editor/content/articles/${documentId}`);
    expect(errors).toEqual([]);
  });
});

describe.runIf(hasChromium)('a page under a strict policy that loads lectern/preview', () => {
  it('opens fields, and is loaded again after a save, at the same place', async () => {
    const { page, frame, errors } = await openPreview(plain);
    await frame.locator('#summary').dblclick();
    await expect.poll(() => focusedField(page)).toBe('summary');
    // The page scrolls to the field that gets the focus.
    await titleOf(page).focus();
    await expect.poll(() => distanceOfOutline(frame)).toBe(4);
    await frame.evaluate(() => {
      scrollTo(0, 500);
    });
    await titleOf(page).fill('Loaded again');
    await frame.getByRole('heading', { name: 'Loaded again' }).waitFor();
    await expect.poll(() => frame.evaluate(() => scrollY)).toBe(500);
    expect(errors).toEqual([]);
  });
});

it('is a small script', () => {
  expect(gzipSync(readFileSync('dist/editor/preview.js')).length).toBeLessThan(5_000);
});
