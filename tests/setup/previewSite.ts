// A site that shows drafts, prepared for click-to-edit as front-ends for Strapi are: it answers the editor's messages.
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

/**
 * What the page does with the editor's messages: `prepared` updates itself; `plain` only loads `lectern/preview`. `failing` is the page
 * of an error, and `away` never comes.
 */
export type PageKind = 'prepared' | 'plain' | 'failing' | 'away';

export interface PreviewSite {
  /** For the setting `preview.url`. */
  readonly template: string;
  /** Which page the site shows, where it reads drafts from, and the token of the user whose related documents it shows. */
  readonly show: (kind: PageKind, api: string, token: string) => void;
}

const escape = (text: unknown): string => String(text).replaceAll(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);

/** The client of a prepared front-end, as its makers' documentation describes it. */
const preparedClient = `
  const editor = document.referrer === '' ? '*' : new URL(document.referrer).origin;
  addEventListener('message', async ({ source, data }) => {
    if (source !== parent) return;
    if (data.type === 'strapiUpdate') {
      const page = await (await fetch(location.href)).text();
      document.querySelector('main').replaceWith(new DOMParser().parseFromString(page, 'text/html').querySelector('main'));
    } else if (data.type === 'strapiScript') {
      const script = document.createElement('script');
      script.textContent = data.payload.script;
      document.head.append(script);
    }
  });
  parent.postMessage({ type: 'previewReady' }, editor);
`;

interface Article {
  readonly title: string;
  readonly summary?: string;
  readonly cover?: { readonly url: string; readonly alternativeText: string } | null;
  readonly topic?: { readonly name: string } | null;
  readonly locale: string;
  readonly documentId: string;
  /** Paragraphs of blocks. */
  readonly story?: readonly { readonly children: readonly { readonly text: string }[] }[] | null;
  readonly facts?: unknown;
  /** Markdown. */
  readonly notes?: string | null;
}

const storyOf = ({ story }: Article): string =>
  (story ?? [])
    .map(({ children }) => `<p class="story">${children.map(({ text }) => escape(text)).join('')}</p>`)
    .join('');

/** JSON has no source in its text. */
const factsOf = ({ documentId, facts }: Article): string =>
  facts
    ? `<pre id="facts" data-strapi-source="documentId=${documentId}&path=facts">${escape(JSON.stringify(facts))}</pre>`
    : '';

/** Headings, bold text and links of Markdown, as a site shows them. */
const notesOf = ({ documentId, notes }: Article): string => {
  if (typeof notes !== 'string') return '';
  const html = notes
    .replaceAll(/[\u200B-\u200D\uFEFF]/g, '')
    .split('\n\n')
    .map((block) =>
      block
        .replace(/^# (.*)/, '<b>$1</b>')
        .replaceAll(/\*\*(.*?)\*\*/g, '<b>$1</b>')
        .replaceAll(/\[(.*?)\]\((.*?)\)/g, '<a href="$2">$1</a>'),
    )
    .map((block) => `<p>${block}</p>`);
  return `<div id="notes" data-strapi-source="documentId=${documentId}&path=notes">${html.join('')}</div>`;
};

const pageOf = (kind: PageKind, api: string, article: Article): string => {
  const { title, summary = '', cover, topic, locale } = article;
  return `<!doctype html>
<html lang="${escape(locale)}">
  <head>
    <meta charset="utf-8" />
    <title>${escape(title)}</title>
    ${kind === 'plain' ? '<script src="/preview.js" defer></script>' : ''}
  </head>
  <body>
    <main>
      <h1>${escape(title)}</h1>
      <p id="summary">${escape(summary)}</p>
      ${cover ? `<a href="#elsewhere"><img src="${escape(api + cover.url)}" alt="${escape(cover.alternativeText)}" width="200" /></a>` : ''}
      <p id="topic">${escape(topic?.name ?? '')}</p>
      ${notesOf(article)}${storyOf(article)}${factsOf(article)}
      <pre>${'\n'.repeat(200)}</pre>
    </main>
    ${kind === 'prepared' ? `<script>${preparedClient}</script>` : ''}
  </body>
</html>`;
};

/** Starts the site; call it at the top of a test file. */
export const startPreviewSite = async (): Promise<PreviewSite> => {
  let [kind, api, authorization]: [PageKind, string, string] = ['prepared', '', ''];
  const answer = async ({ url = '' }: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    if (pathname === '/preview.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(await readFile('dist/editor/preview.js'));
      return;
    }
    if (kind === 'away') return;
    if (kind === 'failing') throw new Error('Cannot read properties of undefined');
    const [token = '', locale = ''] = ['token', 'locale'].map((name) => searchParams.get(name) ?? '');
    const isDraft = searchParams.get('status') === 'draft';
    const query = new URLSearchParams({ ...(isDraft ? { preview: token } : { locale }), populate: 'cover,topic' });
    const read = await fetch(`${api}/api/articles/${searchParams.get('id')}?${query.toString()}`, {
      headers: { authorization, ...(isDraft ? { 'strapi-encode-source-maps': 'true' } : {}) },
    });
    const { data } = (await read.json()) as { readonly data: Article };
    response
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        // A strict policy, where the page loads the script itself.
        ...(kind === 'plain' ? { 'content-security-policy': `default-src 'self'; img-src 'self' ${api}` } : {}),
      })
      .end(pageOf(kind, api, data));
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await once(server.listen(0), 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    template: `http://127.0.0.1:${port}/page?id={documentId}&locale={locale}&status={status}&token={token}`,
    show: (kindOfPage, url, token) => {
      [kind, api, authorization] = [kindOfPage, url, `Bearer ${token}`];
    },
  };
};
