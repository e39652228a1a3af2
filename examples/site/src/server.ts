// Builds the site, serves it, and rebuilds it when Lectern's webhook calls.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Builds, formatError } from './builds.ts';
import { fileAt } from './files.ts';
import { findChanges } from './live.ts';
import { settings } from './settings.ts';
import { search } from './search.ts';
import { isSigned } from './signature.ts';

const { host, port, webhookSecret } = settings;
const builds = new Builds();

/** Headers of every answer: pages load nothing from other sites, and only the search, and pages that update themselves, have a script. */
const common = {
  'Content-Security-Policy':
    "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'",
  'X-Content-Type-Options': 'nosniff',
};

/** The largest body of a webhook call, which has one entry or, with a debounce, a list of events. */
const maxBody = 5_000_000;

/** @returns the body; undefined if it is too large */
const bodyOf = async (request: IncomingMessage): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= maxBody) chunks.push(chunk);
  }
  return size > maxBody ? undefined : Buffer.concat(chunks);
};

const singleValue = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? undefined : header;

/** Requests a build if the call is valid. @returns the status; 202 comes before the build, because senders do not wait for it */
const rebuild = ({ headers }: IncomingMessage, body: Buffer | undefined): number => {
  if (webhookSecret === undefined) return 404;
  if (body === undefined) return 413;
  if (!isSigned(singleValue(headers['x-lectern-signature']), body, webhookSecret, Date.now())) return 401;
  console.log(`${singleValue(headers['x-strapi-event']) ?? 'a call'}: building`);
  builds.request();
  return 202;
};

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { method = 'GET', url = '/' } = request;
  const [path = '/', query = ''] = url.split('?');
  if (method === 'POST' && path === '/rebuild') {
    response.writeHead(rebuild(request, await bodyOf(request)), common).end();
    return;
  }
  if (method !== 'GET' && method !== 'HEAD') {
    response.writeHead(405, { ...common, Allow: 'GET, HEAD' }).end();
    return;
  }
  if (path === '/search.json') {
    const found = await search(new URLSearchParams(query));
    response.writeHead(found.status, { ...common, 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
    response.end(method === 'HEAD' ? undefined : JSON.stringify(found.body));
    return;
  }
  if (path === '/live.json' && settings.isLive) {
    const found = await findChanges(new URLSearchParams(query).get('since') ?? '');
    const cached = { 'Cache-Control': 'public, max-age=0, s-maxage=1' };
    response.writeHead(found.status, { ...common, ...cached, 'Content-Type': 'application/json' });
    response.end(method === 'HEAD' ? undefined : JSON.stringify(found.body));
    return;
  }
  const { status, headers, body } = await fileAt(builds.current ?? '', path);
  response.writeHead(status, { ...common, ...headers, 'Content-Length': body.length });
  response.end(method === 'HEAD' ? undefined : body);
};

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    console.error(error);
    if (!response.headersSent) response.writeHead(500, common);
    response.end();
  });
});

const stop = (): void => {
  builds.stop();
  server.close(() => process.exit());
  server.closeIdleConnections();
};
process.on('SIGTERM', stop);
process.on('SIGINT', stop);

await builds.buildFirst().catch((error: unknown) => {
  console.error(`The site cannot be built.\n${formatError(error)}`);
  process.exit(1);
});
server.listen(port, host, () => {
  const address = server.address();
  console.log(`http://${host}:${typeof address === 'object' && address !== null ? address.port : port}`);
});
