// Serves `GET /`: where the editor, the descriptions of the API and the documentation are, as a page for browsers and as JSON
// for programs.
import { createHash } from 'node:crypto';
import type { ServeRequest } from './serveFiles.ts';

/** Which parts of Lectern are served. */
interface ServedParts {
  readonly editor: boolean;
  readonly docs: boolean;
  /** The address of Lectern's documentation; undefined: no link. */
  readonly guide?: string | undefined;
}

interface Link {
  readonly path: string;
  readonly title: string;
  readonly text: string;
}

/** By the name in the JSON. */
const linksOf = ({ editor, docs, guide }: ServedParts): Readonly<Record<string, Link>> => ({
  ...(editor ? { editor: { path: '/editor/', title: 'Editor', text: 'Write and publish content' } } : {}),
  ...(docs
    ? {
        documentation: {
          path: '/docs',
          title: 'API documentation',
          text: 'Every route of this site, to read and to try',
        },
        openapi: { path: '/openapi.json', title: 'OpenAPI', text: 'The same for programs' },
      }
    : {}),
  ...(guide === undefined
    ? {}
    : { guide: { path: guide, title: 'Documentation', text: 'How to model, read, write, extend and deploy' } }),
});

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 15vh auto; max-width: 26rem; padding: 0 1.5rem; background: Canvas; color: CanvasText; }
h1 { font-size: 1.5rem; }
ul { padding: 0; list-style: none; }
li { margin: 1.25rem 0; }
a { color: LinkText; font-weight: 600; }
span { display: block; }
`;

const listItem = ({ path, title, text }: Link): string => `<li><a href="${path}">${title}</a><span>${text}</span></li>`;

const pageOf = (links: readonly Link[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lectern</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<h1>A content API, with Lectern</h1>
<ul>
${links.map(listItem).join('\n')}
</ul>
</body>
</html>
`;

const headers = {
  'cache-control': 'no-cache',
  'content-security-policy':
    `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; img-src data:; ` +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  vary: 'accept',
  'x-content-type-options': 'nosniff',
};

export const serveIndex = (served: ServedParts): ServeRequest => {
  const links = linksOf(served);
  const paths = Object.fromEntries(Object.entries(links).map(([name, { path }]) => [name, path]));
  const page = Buffer.from(pageOf(Object.values(links)));
  const json = Buffer.from(JSON.stringify({ data: paths }));
  return (request, response) => {
    const { method = 'GET', url = '' } = request;
    if (!/^\/(?:\?|$)/.test(url) || !['GET', 'HEAD'].includes(method)) return Promise.resolve(false);
    const isBrowser = request.headers.accept?.includes('text/html') === true;
    const body = isBrowser ? page : json;
    const type = isBrowser ? 'text/html; charset=utf-8' : 'application/json';
    response.writeHead(200, { ...headers, 'content-type': type, 'content-length': body.length });
    response.end(method === 'HEAD' ? undefined : body);
    return Promise.resolve(true);
  };
};
