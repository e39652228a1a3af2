// A site in the editor's frame: clicks on ten kinds of fields, saves, and what is published.
import type { Frame, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { EditorSite } from '../setup/editor.ts';
import { focusedField, frameOf } from './page.ts';

/** A place on the page, and the path of its field. Those of other documents open in the panel. */
const places: readonly (readonly [kind: string, selector: string, field: string, isElsewhere?: true])[] = [
  ['a string', 'h1', 'title'],
  ['a text', '.article > .summary', 'summary'],
  ['a date, whose source is set by hand', '.article time', 'publishedOn'],
  ['a file', '.article > .picture img', 'cover'],
  ['a string of a component in a dynamic zone', '.article h2', 'sections.0.heading'],
  ['the first paragraph of Markdown', 'text=The first paragraph', 'sections.0.body'],
  ['a text of a component in a dynamic zone', 'blockquote', 'sections.1.text'],
  ['a file of a component', 'figure.picture img', 'sections.2.image'],
  ['a caption', 'figure.picture figcaption', 'sections.2.caption'],
  ['the second entry of a repeatable component', 'text=The second book', 'sections.3.books.1.title'],
  ['the name of a related document', '.article .topic', 'name', true],
  ['one of several related documents', 'text=Tobias Harrow', 'name', true],
  ['the localized title of another document of the type', '.related h2 a', 'title', true],
];

interface Named {
  readonly documentId: string;
}

/** Creates an article with every kind of field that the tests click. @returns its documentId */
export const createArticle = async ({ api }: EditorSite): Promise<string> => {
  const idOf = async (path: string): Promise<string> =>
    ((await api('GET', path)) as { data: readonly Named[] }).data[0]?.documentId ?? '';
  const [{ id: cover }, { id: image }] = await api('GET', '/api/upload/files');
  const { data } = await api('POST', '/api/articles', {
    data: {
      ...{ title: 'In the frame', slug: 'in-the-frame', summary: 'A summary of it', publishedOn: '2025-03-04', cover },
      topic: await idOf('/api/topics?filters[slug]=paper'),
      authors: [
        await idOf('/api/authors?filters[slug]=maud-ellery'),
        await idOf('/api/authors?filters[slug]=tobias-harrow'),
      ],
      related: [await idOf('/api/articles?filters[slug]=notes-in-pencil')],
      sections: [
        { __component: 'layout.text', heading: 'A heading', body: 'The first paragraph\n\nThe *last* paragraph' },
        { __component: 'layout.quote', text: 'A quote', source: 'Somebody' },
        { __component: 'layout.picture', image, caption: 'A caption' },
        {
          __component: 'layout.reading-list',
          heading: 'Books',
          books: [{ title: 'The first book' }, { title: 'The second book', writer: 'A writer', year: 1900 }],
        },
      ],
    },
  });
  return data.documentId as string;
};

const titleOf = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true });

/** Resolves with the time at which the page shows the heading. */
const watchHeading = (frame: Frame, text: string): Promise<number> =>
  frame
    .getByRole('heading', { level: 1, name: text, exact: true })
    .waitFor()
    .then(() => Date.now());

const isFieldOutlined = (frame: Frame): Promise<boolean> =>
  frame.evaluate(() => {
    const outline = document.querySelector('lectern-preview')?.shadowRoot?.querySelector('[data-solid]');
    return outline !== null && outline !== undefined && outline.clientHeight > 0;
  });

const invisible = /[\u200B-\u200D\uFEFF]/;

/**
 * Declares the tests of a site that shows drafts, and refreshes its data without a load; call it in a `describe`.
 *
 * @param documentId the document of `createArticle`; called in tests
 */
export const testInFrame = (editor: EditorSite, documentId: () => string): void => {
  const open = async () => {
    const { page, errors } = await editor.open(`/content/articles/${documentId()}`, { width: 1500 });
    await page.getByRole('button', { name: 'Show the preview beside the form' }).click();
    const frame = await frameOf(page, 'Preview');
    await frame.locator('h1[data-strapi-source]').waitFor();
    return { page, frame, errors };
  };

  it('opens the field of what is clicked twice', async () => {
    const { page, frame, errors } = await open();
    expect(await frame.title()).not.toMatch(invisible);
    expect(await frame.locator('body').innerHTML()).not.toMatch(invisible);
    for (const [kind, selector, field, isElsewhere = false] of places) {
      await frame.locator(selector).first().dblclick();
      await expect.poll(() => focusedField(page), { message: kind }).toMatch(new RegExp(`^${field}(?:$|[.-])`));
      const panel = page.getByRole('dialog');
      expect(await panel.count(), kind).toBe(isElsewhere ? 1 : 0);
      if (!isElsewhere) continue;
      await panel.getByRole('button', { name: 'Close the panel' }).click();
      await expect.poll(() => panel.count()).toBe(0);
    }
    expect(errors).toEqual([]);
  });

  it('shows an edit after the save, at the same place', async () => {
    const { page, frame, errors } = await open();
    // The page scrolls to the field that gets the focus.
    await titleOf(page).focus();
    await expect.poll(() => isFieldOutlined(frame)).toBe(true);
    await frame.evaluate(() => {
      document.body.dataset.kept = 'true';
      scrollTo(0, 300);
    });
    const saved = page
      .waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
      .then(() => Date.now());
    const seen = watchHeading(frame, 'Edited in the form');
    await titleOf(page).fill('Edited in the form');
    expect((await seen) - (await saved)).toBeGreaterThanOrEqual(0);
    expect(await frame.evaluate(() => document.body.dataset.kept === 'true')).toBe(true);
    await expect.poll(() => frame.evaluate(() => scrollY)).toBe(300);
    await expect.poll(() => frame.locator('body').innerHTML()).not.toMatch(invisible);
    expect(errors).toEqual([]);
  });

  it('shows what is published beside the draft', async () => {
    const { page, frame, errors } = await open();
    await titleOf(page).fill('Not out yet');
    await watchHeading(frame, 'Not out yet');
    await page.getByText('Both', { exact: true }).click();
    await watchHeading(await frameOf(page, 'Published page'), 'In the frame');
    expect(await frame.getByRole('heading', { level: 1 }).textContent()).toBe('Not out yet');
    // The draft is still the one that is saved.
    await titleOf(page).fill('Not out yet, either');
    await watchHeading(frame, 'Not out yet, either');
    expect(errors).toEqual([]);
  });

  it('shows the draft outside of the frame too, with clean texts', async () => {
    const { data } = await editor.api('POST', `/api/articles/${documentId()}/actions/preview-link`);
    const { page } = await editor.open('/', { role: null });
    await page.goto(data.url as string);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.content()).not.toMatch(invisible);
  });
};
