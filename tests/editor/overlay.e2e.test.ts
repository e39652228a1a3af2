// The script of preview pages in a browser: what invisible sources do to a page, and attacks through its messages and its texts.
import { vercelStegaCombine } from '@vercel/stega';
import type { Frame, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bundlePreview } from '../../bin/buildPreview.js';
import { cleanText } from '../../editor/overlay/encodedText.ts';
import { hasChromium } from '../setup/editor.ts';
import { ownBrowser } from '../setup/ownBrowser.ts';
import { isLong } from '../setup/lengthOf.ts';

const invisible = /[\u200B-\u200D\uFEFF]/;
const sourceOf = (path: string): string => `documentId=a&type=string&path=${path}`;
const encode = (text: string, path = 'title'): string =>
  vercelStegaCombine(
    text,
    { origin: 'lectern', href: '/editor/content/articles/a', strapiSource: sourceOf(path) },
    false,
  );
const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);

const browser = ownBrowser();
let script: string;
beforeAll(async () => {
  script = await bundlePreview('lecternPreview');
});
afterEach(async () => {
  for (const context of hasChromium ? browser().contexts() : []) await context.close();
});

interface OpenedSite {
  readonly page: Page;
  /** The page of the site. */
  readonly frame: Frame;
  /** What went wrong: exceptions, dialogs, and navigations of the page of the site. */
  readonly faults: string[];
  /** What the page of the site sent to the editor. */
  readonly messages: () => Promise<readonly { readonly type: string; readonly payload?: { readonly path: string } }[]>;
}

const site = 'https://site.example.org/page';
const editor = 'https://cms.example.org/editor/';

/** @param isFramed whether the editor shows the page; otherwise it has a window of its own */
const show = async (html: string, isFramed = true): Promise<OpenedSite> => {
  const page = await browser().newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const answer = (body: string) => ({ contentType: 'text/html; charset=utf-8', body });
  await page.route('**', (route) => route.fulfill({ status: 404 }));
  await page.route(site, (route) => route.fulfill(answer(`<!doctype html>${html}<script>${script}</script>`)));
  await page.route(editor, (route) =>
    route.fulfill(
      answer(`<!doctype html><script>messages = []; onmessage = ({ data }) => messages.push(data);</script>
        <iframe src="${site}" width="900" height="600"></iframe>`),
    ),
  );
  await page.goto(isFramed ? editor : site);
  const frame = isFramed ? page.frame({ url: site }) : page.mainFrame();
  if (frame === null) throw new Error('There is no frame');
  await frame.waitForLoadState();
  page.on('framenavigated', (one) => faults.push(`navigation to ${one.url()}`));
  return {
    ...{ page, frame, faults },
    messages: () => page.evaluate('messages'),
  };
};

describe.runIf(hasChromium)('a page with sources in the frame', () => {
  it('has clean texts where nobody sees them', async () => {
    const { page, frame, faults } = await show(`<head>
        <title>${encode('Paper')}</title>
        <meta name="description" content="${encode('About paper')}">
        <script type="application/ld+json">${JSON.stringify({ '@type': 'Article', name: encode('Paper') })}</script>
      </head>
      <img alt="${encode('A sheet')}" title="${encode('Sheet')}" src="/a.png">
      <button aria-label="${encode('Open')}"></button>`);
    const html = await frame.content();
    expect(html).toContain('A sheet');
    expect(html.replace(script, '')).not.toMatch(invisible);
    expect(JSON.parse((await frame.locator('[type="application/ld+json"]').textContent()) ?? '')).toMatchObject({
      name: 'Paper',
    });
    await page.close();
    expect(faults).toEqual([]);
  });

  it.runIf(isLong)(
    'opens a text that the page splits into letters, or cuts, if the page names the source',
    async () => {
      const letters = cleanText(encode('Paper'))
        .split('')
        .map((one) => `<i>${one}</i>`)
        .join('');
      const { frame, messages } = await show(
        `<h1 aria-label="Paper" data-strapi-source="${encode('Paper')}">${letters}</h1>`,
      );
      await frame.locator('i').nth(2).dblclick();
      await expect
        .poll(messages)
        .toMatchObject([
          { type: 'previewReady' },
          { type: 'strapiFieldFocusIntent', payload: { path: sourceOf('title') } },
        ]);
    },
  );

  it.runIf(isLong)('loads a picture whose address a component has encoded, as next/image does', async () => {
    const address = `https://cms.example.org/uploads/a.png`;
    const image = `/_next/image?url=${encodeURIComponent(encode(address, 'cover.url'))}&w=640`;
    const { frame } = await show(`<img src="${escape(image)}" width="10" height="10">`);
    await expect
      .poll(() => frame.locator('img').getAttribute('src'))
      .toBe(`/_next/image?url=${encodeURIComponent(address)}&w=640`);
    expect(await frame.locator('img').getAttribute('data-strapi-source')).toBe(sourceOf('cover.url'));
  });
});

/** Copies with the keyboard. @returns what is on the clipboard then */
const copy = async ({ page, frame }: OpenedSite, selector: string): Promise<Readonly<Record<string, string>>> => {
  await frame.evaluate((target) => {
    const element = document.querySelector(target);
    if (element instanceof HTMLInputElement) {
      element.focus();
      element.select();
    } else getSelection()?.selectAllChildren(element ?? document.body);
    Object.assign(globalThis, { copied: undefined });
    addEventListener('copy', ({ clipboardData }) => {
      const [text, html] = ['text/plain', 'text/html'].map((type) => clipboardData?.getData(type));
      Object.assign(globalThis, { copied: { text, html, selected: String(getSelection()) } });
    });
  }, selector);
  await frame.evaluate(() => {
    focus();
  });
  await page.keyboard.press('Control+c');
  await expect.poll(() => frame.evaluate('copied')).toBeDefined();
  return frame.evaluate('copied');
};

describe.runIf(hasChromium)('what is copied', () => {
  const html = `<main><p>${encode('Paper')} &amp; <b title="${encode('Ink')}">${encode('ink')}</b></p></main>
    <input value="${encode('Thread')}">`;

  it('has no sources, outside of the frame too, where texts keep them', async () => {
    const opened = await show(html, false);
    expect(await opened.frame.locator('p').textContent()).toMatch(invisible);
    const copied = await copy(opened, 'main');
    expect(copied).toMatchObject({ text: 'Paper & ink', html: '<p>Paper &amp; <b title="Ink">ink</b></p>' });
    expect(copied.selected).toMatch(invisible);
    expect(opened.faults).toEqual([]);
  });

  it.runIf(isLong).each([true, false])('is clean in an input, framed: %s', async (isFramed) => {
    const opened = await show(html, isFramed);
    expect(await copy(opened, 'input')).toMatchObject({ text: 'Thread', html: '' });
  });

  it.runIf(isLong)('is clean if the page copies itself', async () => {
    const opened = await show(
      `${html}<script>document.addEventListener('copy', (event) => {
        event.clipboardData.setData('text/plain', document.querySelector('input').value + '!');
        event.preventDefault();
      })</script>`,
    );
    expect(await copy(opened, 'main')).toMatchObject({ text: 'Thread!', html: '' });
  });
});

const huge = 'a.'.repeat(500_000);
const attacks = [
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '"] , * , [a="',
  '__proto__',
  'constructor',
  '',
  huge,
];

describe.runIf(hasChromium)('an attack', () => {
  it('with messages of the window around the page does nothing', async () => {
    const { page, frame, faults } = await show(`<p>${encode('Paper')}</p>`);
    const cyclic: { self?: unknown } = {};
    cyclic.self = cyclic;
    const values = [...attacks, undefined, null, 0, NaN, true, [], {}, cyclic, [[cyclic]]];
    const types = ['strapiFieldFocus', 'strapiFieldBlur', 'strapiScript', 'lecternRights', 'lecternLeave'];
    await page.evaluate(
      ({ values, types }) => {
        const target = document.querySelector('iframe')?.contentWindow;
        for (const value of values) {
          target?.postMessage(value, '*');
          target?.postMessage({ type: value, payload: value }, '*');
          for (const type of types)
            for (const payload of [
              value,
              { field: value },
              { field: 'title', scrolls: value },
              { editable: value },
              { editable: [value] },
              { script: value },
            ])
              target?.postMessage({ type, payload }, '*');
        }
        target?.postMessage({ type: 'strapiFieldFocus', payload: { field: 'title' } }, '*');
      },
      { values, types },
    );
    // The last message arrives after all others.
    await expect
      .poll(() =>
        frame.evaluate(
          () =>
            document.querySelector('lectern-preview')?.shadowRoot?.querySelector<HTMLElement>('[data-solid]')?.style
              .display,
        ),
      )
      .toBe('block');
    expect(faults).toEqual([]);
  });

  it('from another window than the one around the page does nothing', async () => {
    const { frame, faults } = await show(`<p>${encode('Paper')}</p><iframe srcdoc="<p>Advertisement</p>"></iframe>`);
    const [inner] = frame.childFrames();
    await inner?.evaluate(() => {
      parent.postMessage({ type: 'strapiUpdate' }, '*');
      parent.postMessage({ type: 'strapiFieldFocus', payload: { field: 'title' } }, '*');
    });
    // The last message arrives after the others.
    await frame.evaluate(
      () =>
        new Promise<void>((resolve) => {
          addEventListener('message', ({ data }) => {
            if (data === 'last') resolve();
          });
          postMessage({ type: 'strapiUpdate' }, '*');
          postMessage('last', '*');
        }),
    );
    expect(faults).toEqual([]);
    expect(
      await frame.evaluate(
        () =>
          document.querySelector('lectern-preview')?.shadowRoot?.querySelector<HTMLElement>('[data-solid]')?.style
            .display,
      ),
    ).not.toBe('block');
  });

  it('in a source itself does nothing', async () => {
    const sources = [
      ...attacks.slice(0, -1).map((value) => ({ strapiSource: value, href: value, origin: value })),
      ...[{ strapiSource: 1 }, { strapiSource: null }, { strapiSource: {} }, { strapiSource: ['a'] }, {}],
      ...[{ strapiSource: 'path=title', href: {} }, [], 'a', null, 1, [[{ strapiSource: 'a' }]]],
    ];
    const texts = sources.map((source) => vercelStegaCombine('Paper', source, false));
    const { frame, faults, messages } = await show(texts.map((text) => `<p title="${text}">${text}</p>`).join(''));
    expect(await frame.locator('p').allTextContents()).toEqual(texts.map(() => 'Paper'));
    const paragraphs = frame.locator('p');
    for (let index = 0; index < texts.length; index += 1) await paragraphs.nth(index).dblclick();
    await expect.poll(async () => (await messages()).length).toBe(attacks.length + 1);
    expect((await messages()).slice(1).every(({ payload }) => typeof payload?.path === 'string')).toBe(true);
    expect(faults).toEqual([]);
  });

  it.each(['a', 'iframe'])('with an address that only is one without the characters does nothing: %s', async (name) => {
    const marks = '\u200B'.repeat(8);
    const addresses = ['java', ' java', 'JAVA'].flatMap((start) => [
      `${start}${marks}script:alert(1)`,
      `${start}${encodeURIComponent(marks)}script:alert(1)`,
      `${marks}${start}script:alert(1)`,
      `${start}script${marks}:alert(1)`,
      encode(`${start}${marks}script:alert(1)//`),
    ]);
    const attribute = name === 'a' ? 'href' : 'src';
    const { frame, faults } = await show(
      addresses.map((one) => `<${name} ${attribute}="${one}">Paper</${name}>`).join(''),
    );
    const protocols = await frame
      .locator(name)
      .evaluateAll((elements) =>
        elements.map(
          (one) => new URL(one.getAttribute('href') ?? one.getAttribute('src') ?? '', location.href).protocol,
        ),
      );
    expect(protocols).toEqual(addresses.map(() => 'https:'));
    if (name === 'a') await frame.locator(name).first().click();
    expect(faults.filter((one) => !one.startsWith('navigation'))).toEqual([]);
  });
});
