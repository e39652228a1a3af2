// A hostile page in the editor's frame, in a browser: its messages run nothing, lead nowhere, and reach no other address of the API.
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Frame, Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { hasChromium, startEditor } from '../setup/editor.ts';

const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>Hostile</h1>');
});
await once(server.listen(0), 'listening');
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const { port } = server.address() as AddressInfo;
const editor = startEditor({
  settings: { preview: { url: `http://127.0.0.1:${port}/?id={documentId}&token={token}` } },
});

interface Hostile {
  readonly page: Page;
  readonly frame: Frame;
  readonly documentId: string;
  /** Errors of the page, dialogs, windows that open, and navigations of the editor. */
  readonly faults: () => readonly string[];
  /** The paths of requests to the API, except those of the open document. */
  readonly requests: string[];
}

const openHostile = async (): Promise<Hostile> => {
  const { data } = await editor.api('GET', '/api/articles?pagination[pageSize]=1&fields=title');
  const documentId = data[0].documentId as string;
  const { page, errors } = await editor.show(`/content/articles/${documentId}`, { width: 1500 });
  await page.getByRole('button', { name: 'Show the preview beside the form' }).click();
  const element = await page.getByTitle('Preview', { exact: true }).elementHandle();
  const frame = await element.contentFrame();
  if (frame === null) throw new Error('There is no frame');
  await frame.getByRole('heading', { name: 'Hostile' }).waitFor();
  const faults: string[] = [];
  const requests: string[] = [];
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', (popup) => faults.push(`window: ${popup.url()}`));
  page.on('framenavigated', (one) => faults.push(`navigation to ${one.url()}`));
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/editor/assets/')) requests.push(`${request.method()} ${pathname}`);
  });
  return { page, frame, documentId, faults: () => [...errors, ...faults], requests };
};

/** Sends messages as the page of the site. */
const send = (frame: Frame, messages: readonly unknown[]): Promise<void> =>
  frame.evaluate((all) => {
    for (const message of all) parent.postMessage(message, '*');
  }, messages);

const focusedField = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.closest('[id^="form"]')?.id.replace(/^form\d+-/, '') ?? '');

const cyclic: { self?: unknown } = {};
cyclic.self = cyclic;

const values = [
  ...[
    '<img src=x onerror=alert(1)>',
    '<script>alert(1)</script>',
    'javascript:alert(1)',
    'data:text/html,<b>',
    '//evil.test',
  ],
  ...['__proto__', 'constructor', 'toString', 'a.'.repeat(50_000), '', '.', '..'],
  ...[undefined, null, 0, NaN, true, [], {}, cyclic, [[cyclic]]],
];

describe.runIf(hasChromium)('a hostile page beside the form', () => {
  it('has no effect with any value in any field of a message', async () => {
    const { page, frame, documentId, faults, requests } = await openHostile();
    const href = `${editor.url()}/editor/content/articles/${documentId}`;
    const source = (fields: object): string =>
      new URLSearchParams({ documentId, path: 'title', type: 'string', ...fields }).toString();
    const payloads = values.flatMap((value) => {
      const text = String(typeof value === 'object' ? '[object]' : value);
      return [
        ...[value, { path: value }, { path: value, href: value, position: value }],
        ...[
          { path: source({ path: `${text} ` }), href },
          { path: source({ fieldPath: `${text} ` }), href },
          { path: source({ locale: `${text} ` }), href },
        ],
        ...[
          { path: source({ documentId: `${text} ` }), href },
          { path: source({ documentId: `${documentId}/${text}` }), href },
        ],
      ];
    });
    const received = ['strapiScript', 'strapiUpdate', 'strapiFieldFocus', 'strapiFieldBlur', 'lecternRights'];
    const types = ['strapiFieldFocusIntent', ...received];
    await send(frame, [
      ...values,
      ...values.map((type) => ({ type, payload: { path: source({}), href } })),
      ...types.flatMap((type) => payloads.map((payload) => ({ type, payload, origin: href, href: payload }))),
    ]);
    // A real message after all others.
    await send(frame, [{ type: 'strapiFieldFocusIntent', payload: { path: source({ path: 'summary' }), href } }]);
    await expect.poll(() => focusedField(page)).toBe('summary');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(requests).toEqual([]);
    expect(faults()).toEqual([]);
  });

  it('cannot lead the requests of the editor to another address', async () => {
    const { page, frame, documentId, faults, requests } = await openHostile();
    const href = `${editor.url()}/editor/content/topics/a`;
    const attempts = [
      '../users/me',
      '../../admin/api-tokens',
      '..%2Fusers%2Fme',
      `${documentId}/actions/publish`,
      'a?status=published',
    ];
    await send(
      frame,
      attempts.map((attempt) => ({
        type: 'strapiFieldFocusIntent',
        payload: { path: new URLSearchParams({ documentId: attempt, path: 'name' }).toString(), href },
      })),
    );
    // A document that does not exist, or belongs to another site, is not found with the user's own rights.
    await send(frame, [
      { type: 'strapiFieldFocusIntent', payload: { path: 'documentId=ofanothertenant&path=name', href } },
    ]);
    await page.getByRole('dialog').getByText('There is nothing here').waitFor();
    expect(requests.filter((one) => !one.endsWith('/api/topics/ofanothertenant'))).toEqual([]);
    expect(faults()).toEqual([]);
  });

  it('cannot show a form of a type that is none, or open anything with markup', async () => {
    const { page, frame, faults, requests } = await openHostile();
    const addresses = ['users', '__proto__', 'constructor', 'api-tokens', '..'].map(
      (name) => `/editor/content/${name}/a`,
    );
    await send(
      frame,
      [...addresses, 'javascript:alert(1)'].map((href) => ({
        type: 'strapiFieldFocusIntent',
        payload: { path: 'documentId=a&path=name', href },
      })),
    );
    await page.getByText('You may not read the document that this text comes from.').first().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(requests).toEqual([]);
    expect(faults()).toEqual([]);
  });

  it('gets the script as often as it asks, and nothing else', async () => {
    const { frame, faults, requests } = await openHostile();
    const received = frame.evaluate(
      () =>
        new Promise<unknown[]>((done) => {
          const messages: unknown[] = [];
          addEventListener('message', ({ data }: MessageEvent<{ readonly type: string }>) => {
            messages.push(Object.keys(data), data.type);
            if (messages.length >= 400) done(messages);
          });
          for (let count = 0; count < 100; count += 1)
            parent.postMessage({ type: 'previewReady', payload: { script: 'alert(1)' } }, '*');
        }),
    );
    expect([...new Set((await received).flat())].toSorted()).toEqual([
      'lecternRights',
      'payload',
      'strapiFieldBlur',
      'strapiScript',
      'type',
    ]);
    expect([requests, faults()]).toEqual([[], []]);
  });
});
