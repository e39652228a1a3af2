// The floor: a bare HTTP server that answers each case with hand-written queries. It shares driver, pool and write concern with
// the product, but has no routes, no tokens and no query language.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openDatabase, Sequences } from '../../lib/platform/db/index.ts';
import { cases, type FloorContext } from '../cases/index.ts';

const floors = new Map(cases.map(({ name, floor }) => [`/${name}`, floor]));

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  if (request.method === 'GET') return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // the stream has no encoding, so chunks are buffers
  return JSON.parse(Buffer.concat(chunks).toString());
};

const answer = async (request: IncomingMessage, context: FloorContext): Promise<unknown> => {
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const floor = floors.get(path);
  if (floor === undefined) throw new Error(`There is no case ${path}`);
  return floor(context, Object.fromEntries(new URLSearchParams(query)), await bodyOf(request));
};

const database = openDatabase(process.env.MONGODB_URI ?? '');
const context: FloorContext = { db: await database.get(), sequences: new Sequences(database.get) };

const server = createServer((request, response) => {
  answer(request, context).then(
    (body) => {
      const text = Buffer.from(JSON.stringify(body));
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': text.length });
      response.end(text);
    },
    (error: unknown) => {
      console.error(error);
      response.writeHead(500, { 'content-length': 0 }).end();
    },
  );
});
server.listen(0, '127.0.0.1', () => {
  console.log(`The floor is ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`); // the server listens on a port
});

process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));
