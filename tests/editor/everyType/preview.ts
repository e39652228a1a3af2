// Click-to-edit, in a browser: the page of the site beside the form, and the form follows what is clicked there.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Frame, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { editorPassword, hasChromium, type EditorSite, type ShowOptions } from '../../setup/editor.ts';
import { isLong } from '../../setup/lengthOf.ts';
import type { PageKind, PreviewSite } from '../../setup/previewSite.ts';
import { expectAccessible, findViolations } from '../axe.ts';
import { button, focusedField, frameOf, textbox } from '../page.ts';

/** Gives articles blocks, JSON and Markdown. */
export const addAttributes = (contentTypes: string): void => {
  const file = join(contentTypes, 'article.json');
  const type = JSON.parse(readFileSync(file, 'utf8')) as { attributes: Record<string, unknown> };
  Object.assign(type.attributes, { story: { type: 'blocks' }, facts: { type: 'json' }, notes: { type: 'richtext' } });
  writeFileSync(file, JSON.stringify(type));
};

interface Opened {
  readonly page: Page;
  readonly frame: Frame;
  readonly errors: readonly string[];
  readonly documentId: string;
}

interface PreviewOptions extends ShowOptions {
  readonly role?: 'administrator' | 'author';
  /** A published article with a picture by default. */
  readonly documentId?: string;
  /** `prepared` by default. */
  readonly kind?: PageKind;
}

/** From the outline of the focused field to the heading, in pixels. */
const distanceOfOutline = (frame: Frame): Promise<number> =>
  frame.evaluate(() => {
    const outline = document.querySelector('lectern-preview')?.shadowRoot?.querySelector('[data-solid]');
    const topOf = (element: Element | null | undefined) => element?.getBoundingClientRect().top ?? Infinity;
    return topOf(document.querySelector('h1')) - topOf(outline);
  });

const titleOf = (page: Page) => textbox(page, 'Title');

const cyclic: { self?: unknown } = {};
cyclic.self = cyclic;

const hostileValues = [
  ...['<img src=x onerror=alert(1)>', '<script>alert(1)</script>', 'javascript:alert(1)', 'data:text/html,<b>'],
  ...['//evil.test', '__proto__', 'constructor', 'toString', 'a.'.repeat(50_000), '', '.', '..'],
  ...[undefined, null, 0, NaN, true, [], {}, cyclic, [[cyclic]]],
];

export const testPreview = (editor: EditorSite, site: PreviewSite): void => {
  /** A request of a user of the role. */
  const callAs = async (role: 'administrator' | 'author') => {
    const { jwt } = await editor.api('POST', '/api/auth/local', {
      identifier: editor.user(role).email,
      password: editorPassword,
    });
    return {
      token: jwt as string,
      post: async (path: string, data: object): Promise<string> => {
        const headers = { authorization: `Bearer ${jwt as string}`, 'content-type': 'application/json' };
        const answer = await fetch(editor.url() + path, { method: 'POST', headers, body: JSON.stringify({ data }) });
        expect(answer.status).toBe(201);
        return ((await answer.json()) as { data: { documentId: string } }).data.documentId;
      },
    };
  };

  const openPreview = async (options: PreviewOptions = {}): Promise<Opened> => {
    const { role = 'administrator', kind = 'prepared' } = options;
    site.show(kind, editor.url(), (await callAs(role)).token);
    const path = '/api/articles?pagination[pageSize]=1&filters[cover][id][$notNull]=true';
    const documentId = options.documentId ?? ((await editor.api('GET', path)).data[0].documentId as string);
    const { page, errors } = await editor.show(`/content/articles/${documentId}`, { width: 1500, role });
    await page.getByRole('button', { name: 'Show the preview beside the form' }).click();
    const frame = await frameOf(page, 'Preview');
    await frame.locator('h1[data-strapi-source]').waitFor();
    return { page, frame, errors, documentId };
  };

  describe.runIf(hasChromium)('a prepared page beside the form', () => {
    it('opens the field of what is clicked twice, or chosen with Enter', async () => {
      const { page, frame, errors } = await openPreview();
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
      await expect.poll(() => focusedField(page)).toBe('name');
      expect(await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).isEditable()).toBe(true);
      expect(errors).toEqual([]);
    });
  });

  describe.runIf(hasChromium)('a double click on a word', () => {
    it('puts the cursor there, in a text and in Markdown', async () => {
      const notes = '# Galls\n\nThe **oak** stands at [the river](https://example.org/river), and its gall is ink.';
      const post = (await callAs('administrator')).post;
      const documentId = await post('/api/articles?status=draft', { title: 'Places', summary: 'Iron gall ink', notes });
      const { page, frame, errors } = await openPreview({ documentId });
      const clickWord = async (id: string, word: string): Promise<void> => {
        const point = await frame.locator(id).evaluate((element, text) => {
          const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
          for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
            const at = (node.textContent ?? '').indexOf(text);
            if (at < 0) continue;
            const range = document.createRange();
            range.setStart(node, at);
            range.setEnd(node, at + text.length);
            const own = element.getBoundingClientRect();
            const { left, top, height } = range.getBoundingClientRect();
            return { x: left - own.left + 1, y: top - own.top + height / 2 };
          }
          throw new Error(`There is no ${text}`);
        }, word);
        await frame.locator(id).dblclick({ position: point });
      };
      await clickWord('#summary', 'ink');
      const summary = textbox(page, 'Summary');
      await expect
        .poll(() => summary.evaluate((one: HTMLTextAreaElement) => one.selectionStart))
        .toBe('Iron gall '.length);
      await clickWord('#notes', 'gall is');
      await expect.poll(() => focusedField(page)).toBe('notes');
      await page.keyboard.type('round ');
      await expect
        .poll(async () => (await editor.api('GET', `/api/articles/${documentId}?status=draft`)).data.notes)
        .toBe(notes.replace('gall is', 'round gall is'));
      expect(errors).toEqual([]);
    });
  });

  describe.runIf(hasChromium)('a page that is no preview', () => {
    it.each([
      { kind: 'failing', title: 'The page is not a preview' },
      { kind: 'away', title: 'The page does not answer' },
    ] as const)('is named with its address if it is $kind, and loaded again', async ({ kind, title }) => {
      site.show(kind, editor.url(), (await callAs('administrator')).token);
      const { data } = await editor.api('GET', '/api/articles?pagination[pageSize]=1');
      const { page } = await editor.open(`/content/articles/${data[0].documentId as string}`, {
        width: 1500,
        prepare: (opened) => opened.clock.install(),
      });
      await page.getByRole('button', { name: 'Show the preview beside the form' }).click();
      await page.getByTitle('Preview', { exact: true }).waitFor();
      const problem = page.getByRole('status').filter({ hasText: title });
      await expect
        .poll(async () => {
          await page.clock.fastForward(16_000);
          return problem.isVisible();
        })
        .toBe(true);
      const { origin, pathname } = new URL(site.template);
      // Without the token.
      expect(await problem.getByRole('link').textContent()).toBe(origin + pathname);
      expect(await findViolations(page)).toEqual([]);
      site.show('prepared', editor.url(), (await callAs('administrator')).token);
      await problem.getByRole('button', { name: 'Load again' }).click();
      await (await frameOf(page, 'Preview')).locator('h1[data-strapi-source]').waitFor();
      await page.clock.fastForward(16_000);
      expect(await page.getByText(title).count()).toBe(0);
      // Later, too: a page loads itself after a save.
      site.show('failing', editor.url(), '');
      await (
        await frameOf(page, 'Preview')
      ).evaluate(() => {
        location.reload();
      });
      const later = page.getByRole('status').filter({ hasText: 'The page is not a preview' });
      await expect
        .poll(async () => {
          await page.clock.fastForward(6_000);
          return later.isVisible();
        })
        .toBe(true);
      await later.getByRole('button', { name: 'Close' }).click();
      await later.waitFor({ state: 'detached' });
    });
  });

  describe.runIf(hasChromium)('the pages of a release', () => {
    it('are shown as they will be, one at a time, and lead to the forms', async () => {
      const { token, post } = await callAs('administrator');
      site.show('prepared', editor.url(), token);
      const actions = [];
      for (const title of ['Spring one', 'Spring two'])
        actions.push({
          ...{ type: 'publish', contentType: 'api::article.article' },
          entryDocumentId: await post('/api/articles?status=draft', { title }),
        });
      const { id } = (await editor.api('POST', '/api/content-releases', { name: 'Spring' })).data as { id: number };
      await editor.api('POST', `/api/content-releases/${id}/actions/bulk`, actions);
      const { page, errors } = await editor.show(`/releases/${id}`, { width: 1500 });
      const link = page.waitForRequest(/actions\/preview-link/);
      await button(page, 'Preview the site').click();
      expect((await link).postDataJSON()).toEqual({ data: { release: id } });
      const headingOf = async (title: string) =>
        (await frameOf(page, `${title} (English (en))`)).locator('h1[data-strapi-source]');
      await expect.poll(async () => (await headingOf('Spring one')).textContent()).toBe('Spring one');
      expect(errors).toEqual([]);
      // It sends the frame a message that cannot arrive.
      await expectAccessible(page);
      await button(page, 'Next page').click();
      await expect.poll(async () => (await headingOf('Spring two')).textContent()).toBe('Spring two');
      await (await headingOf('Spring two')).dblclick();
      await page.getByRole('heading', { level: 1, name: 'Spring two' }).waitFor();
      await expect.poll(() => focusedField(page)).toBe('title');
    });
  });

  describe.runIf(hasChromium)('another origin than that of `preview.url`', () => {
    it('is not heard, also from the window of the frame', async () => {
      const { page, errors, documentId } = await openPreview();
      await titleOf(page).focus();
      // From another window than the frame. The next message arrives after it.
      await page.evaluate((path) => {
        window.postMessage({ type: 'strapiFieldFocusIntent', payload: { path } }, '*');
      }, `documentId=${documentId}&path=slug`);
      const send = (origin: string) =>
        page.evaluate(
          async ([sender, path]) => {
            const { contentWindow: source } = document.querySelector('iframe') ?? { contentWindow: null };
            const data = { type: 'strapiFieldFocusIntent', payload: { path } };
            window.dispatchEvent(new MessageEvent('message', { source, origin: sender, data }));
            // The focus follows in the next frame.
            for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
          },
          [origin, `documentId=${documentId}&path=summary`] as const,
        );
      await send('https://other.example');
      expect(await focusedField(page)).toBe('title');
      await send(new URL(site.template).origin);
      await expect.poll(() => focusedField(page)).toBe('summary');
      expect(errors).toEqual([]);
    });

    it('is refused in the frame', async () => {
      const { page, frame, errors } = await openPreview();
      const { port } = new URL(site.template);
      await frame.evaluate((url) => {
        location.assign(url);
      }, `http://localhost:${port}/page`);
      await expect.poll(() => errors.join(' ')).toContain('frame-src');
      expect(await page.getByTitle('Preview', { exact: true }).getAttribute('src')).toContain('127.0.0.1');
      expect(frame.url()).not.toContain('localhost');
    });
  });

  describe.runIf(hasChromium)('a hostile page in the frame', () => {
    /** @returns requests to the API, questions, windows and navigations of the page from now on */
    const watchFaults = (page: Page): readonly string[] => {
      const faults: string[] = [];
      page.on('request', (request) => {
        const { origin, pathname } = new URL(request.url());
        if (origin === editor.url() && pathname.startsWith('/api/')) faults.push(pathname);
      });
      page.on('dialog', (question) => {
        faults.push(`dialog: ${question.message()}`);
        void question.dismiss();
      });
      page.on('popup', (popup) => faults.push(`window: ${popup.url()}`));
      page.on('framenavigated', (one) => faults.push(`navigation to ${one.url()}`));
      return faults;
    };

    it.runIf(isLong)('has no effect with any value in any field of a message', async () => {
      const { page, frame, errors, documentId } = await openPreview();
      const faults = watchFaults(page);
      const href = `${editor.url()}/editor/content/articles/${documentId}`;
      const source = (fields: object): string =>
        new URLSearchParams({ documentId, path: 'title', type: 'string', ...fields }).toString();
      const payloads = hostileValues.flatMap((value) => {
        const text = String(typeof value === 'object' ? '[object]' : value);
        const fields = [
          ...['path', 'fieldPath', 'locale', 'documentId'].map((name) => ({ [name]: `${text} ` })),
          { documentId: `${documentId}/${text}` },
        ];
        return [
          ...[value, { path: value }, { path: value, href: value, position: value }],
          ...fields.map((one) => ({ path: source(one), href })),
        ];
      });
      const received = ['strapiScript', 'strapiUpdate', 'strapiFieldFocus', 'strapiFieldBlur', 'lecternRights'];
      const messages = [
        ...hostileValues,
        ...hostileValues.map((type) => ({ type, payload: { path: source({}), href } })),
        ...['strapiFieldFocusIntent', ...received].flatMap((type) =>
          payloads.map((payload) => ({ type, payload, origin: href, href: payload })),
        ),
        // A real one after all others.
        { type: 'strapiFieldFocusIntent', payload: { path: source({ path: 'summary' }), href } },
      ];
      await frame.evaluate((all) => {
        for (const message of all) parent.postMessage(message, '*');
      }, messages);
      await expect.poll(() => focusedField(page)).toBe('summary');
      expect(await page.getByRole('dialog').count()).toBe(0);
      expect([...faults, ...errors]).toEqual([]);
    });

    it('cannot lead the requests of the editor to another address, and receives nothing but its own messages', async () => {
      const { page, frame, documentId } = await openPreview();
      const faults = watchFaults(page);
      const href = `${editor.url()}/editor/content`;
      const ofType = (name: string) => ({ href: `${href}/${name}/a`, path: 'documentId=a&path=name' });
      const ofDocument = (id: string) => ({
        href: `${href}/topics/a`,
        path: new URLSearchParams({ documentId: id, path: 'name' }).toString(),
      });
      const payloads = [
        ...['users', '__proto__', 'constructor', 'api-tokens', '..'].map(ofType),
        ...[
          '../users/me',
          '../../admin/api-tokens',
          '..%2Fusers%2Fme',
          `${documentId}/actions/publish`,
          'a?status=a',
        ].map(ofDocument),
        // A real one after all others.
        { href: `${href}/articles/${documentId}`, path: `documentId=${documentId}&path=summary` },
      ];
      await frame.evaluate((all) => {
        for (const payload of all) parent.postMessage({ type: 'strapiFieldFocusIntent', payload }, '*');
      }, payloads);
      await expect.poll(() => focusedField(page)).toBe('summary');
      expect(await page.getByRole('dialog').count()).toBe(0);
      expect(faults).toEqual([]);

      await frame.evaluate(() => {
        const received: unknown[] = [];
        Object.assign(globalThis, { received });
        addEventListener('message', ({ data }) => received.push(data));
        parent.postMessage({ type: 'previewReady', payload: { script: 'alert(1)' } }, '*');
      });
      const received = async () =>
        (await frame.evaluate<readonly { readonly type: string; readonly payload?: object }[]>('received')).map(
          ({ type, payload = {} }) => [type, ...Object.keys(payload)].join(' '),
        );
      const expected = ['strapiScript script', 'lecternRights editable', 'strapiFieldFocus field scrolls'];
      await expect.poll(async () => new Set(await received())).toEqual(new Set(expected));
    });
  });

  describe.runIf(hasChromium)('the pane', () => {
    it('shows what is published, alone and beside the draft', async () => {
      const { page, frame, errors, documentId } = await openPreview();
      const { title } = (await editor.api('GET', `/api/articles/${documentId}`)).data;
      await titleOf(page).fill('Only in the draft');
      await frame.getByRole('heading', { name: 'Only in the draft' }).waitFor();
      await page.getByText('Both', { exact: true }).click();
      const published = page.frameLocator('[title="Published page"]');
      await published.getByRole('heading', { name: title }).waitFor();
      expect(await frame.locator('h1').textContent()).toBe('Only in the draft');
      await page.getByRole('radiogroup', { name: 'Version' }).getByText('Published', { exact: true }).click();
      await expect.poll(() => page.getByTitle('Preview', { exact: true }).count()).toBe(0);
      // The page of what is published follows too.
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await published.getByRole('heading', { name: 'Only in the draft' }).waitFor();
      expect(errors).toEqual([]);
    });

    it.runIf(isLong)('shows the page in another locale, whose fields open in the form of that locale', async () => {
      const { data } = await editor.api('POST', '/api/articles', { data: { title: 'Paper', slug: 'paper-en' } });
      const { documentId } = data;
      await editor.api('PUT', `/api/articles/${documentId}?locale=de`, {
        data: { title: 'Papier', slug: 'papier', summary: 'Ein Bogen' },
      });
      const { page, frame, errors } = await openPreview({ documentId });
      await page.getByRole('combobox', { name: 'Locale of the page' }).selectOption('de');
      const heading = page.frameLocator('[title="Preview"]').getByRole('heading', { name: 'Papier' });
      await heading.waitFor();
      expect(await titleOf(page).inputValue()).toBe('Paper');
      await page.frameLocator('[title="Preview"]').locator('#summary').dblclick();
      await expect.poll(() => titleOf(page).inputValue()).toBe('Papier');
      await expect.poll(() => focusedField(page)).toBe('summary');
      await heading.waitFor();
      expect(frame.isDetached()).toBe(true);
      expect(errors).toEqual([]);
    });

    it.runIf(isLong)('can be entered and left with the keyboard', async () => {
      const { page, frame, errors } = await openPreview();
      await titleOf(page).focus();
      // The last control before the frame.
      await page.getByRole('complementary').getByRole('radio', { checked: true }).last().focus();
      await page.keyboard.press('Tab');
      await expect.poll(() => frame.evaluate(() => document.activeElement?.tagName)).toBe('H1');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect.poll(() => focusedField(page)).toBe('summary');
      await frame.locator('h1').focus();
      await page.keyboard.press('Escape');
      await expect.poll(() => focusedField(page)).toBe('summary');
      expect(errors).toEqual([]);
    });

    it.runIf(isLong)('has nothing that axe finds', async () => {
      const { page } = await openPreview();
      await page.getByText('Both', { exact: true }).click();
      await page.frameLocator('[title="Published page"]').getByRole('heading').waitFor();
      expect(await findViolations(page, 'aside')).toEqual([]);
    });
  });

  describe.runIf(hasChromium)('a page under a strict policy that loads lectern/preview', () => {
    it('opens fields, and is loaded again after a save, at the same place', async () => {
      const { page, frame, errors } = await openPreview({ kind: 'plain' });
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
};
