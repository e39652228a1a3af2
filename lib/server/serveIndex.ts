// Serves `GET /`: where the editor, the descriptions of the API and the documentation are, as a page for browsers and as JSON
// for programs.
import { plainPage, plainPageHeaders } from './plainPage.ts';
import type { ServeRequest } from './serveFiles.ts';

/** Which parts of Lectern are served. */
interface ServedParts {
  readonly editor: boolean;
  readonly docs: boolean;
  /** Lectern's documentation. */
  readonly guide: boolean;
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
  ...(guide
    ? { guide: { path: '/guide/', title: 'Documentation', text: 'How to model, read, write, extend and deploy' } }
    : {}),
});

const listItem = ({ path, title, text }: Link): string => `<li><a href="${path}">${title}</a><span>${text}</span></li>`;

const pageOf = (links: readonly Link[]): Buffer =>
  plainPage(`<h1>A content API, with Lectern</h1>
<ul>
${links.map(listItem).join('\n')}
</ul>`);

const headers = { ...plainPageHeaders, vary: 'accept' };

export const serveIndex = (served: ServedParts): ServeRequest => {
  const links = linksOf(served);
  const paths = Object.fromEntries(Object.entries(links).map(([name, { path }]) => [name, path]));
  const page = pageOf(Object.values(links));
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
