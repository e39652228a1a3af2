// Builds the site, serves it, and builds it anew when Lectern's webhook calls.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Builds, said } from './builds.ts';
import { fileAt } from './files.ts';
import { settings } from './settings.ts';
import { isSigned } from './signature.ts';

const { host, port, webhookSecret } = settings;
const builds = new Builds();

/** Nothing is loaded from elsewhere, and nothing runs. */
const common = {
  'Content-Security-Policy':
    "default-src 'none'; img-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'",
  'X-Content-Type-Options': 'nosniff',
};

/** A webhook's body holds one entry, or the list of what it stands for. */
const maxBody = 5_000_000;

/** @returns undefined when it is too large */
const bodyOf = async (request: IncomingMessage): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= maxBody) chunks.push(chunk);
  }
  return size > maxBody ? undefined : Buffer.concat(chunks);
};

const one = (header: string | string[] | undefined): string | undefined => (Array.isArray(header) ? undefined : header);

/** @returns the status: 202 before anything is built, since a sender does not wait for that */
const rebuild = ({ headers }: IncomingMessage, body: Buffer | undefined): number => {
  if (webhookSecret === undefined) return 404;
  if (body === undefined) return 413;
  if (!isSigned(one(headers['x-lectern-signature']), body, webhookSecret, Date.now())) return 401;
  console.log(`${one(headers['x-strapi-event']) ?? 'a call'}: building`);
  builds.request();
  return 202;
};

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { method = 'GET', url = '/' } = request;
  const path = url.split('?')[0] ?? '/';
  if (method === 'POST' && path === '/rebuild') {
    response.writeHead(rebuild(request, await bodyOf(request)), common).end();
    return;
  }
  if (method !== 'GET' && method !== 'HEAD') {
    response.writeHead(405, { ...common, Allow: 'GET, HEAD' }).end();
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

await builds.first().catch((error: unknown) => {
  console.error(`The site cannot be built.\n${said(error)}`);
  process.exit(1);
});
server.listen(port, host, () => {
  const address = server.address();
  console.log(`http://${host}:${typeof address === 'object' && address !== null ? address.port : port}`);
});
