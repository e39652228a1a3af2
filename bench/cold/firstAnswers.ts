// Measures the first read and the first write of a fresh process on a running MongoDB, beside the driver alone.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { openDatabase, prepareIndexes } from '../../lib/platform/db/index.ts';
import { loadSchema } from '../../lib/schema/index.ts';
import { startMongod } from '../../cli/mongod/index.ts';
import { createBenchToken, tokenSecret } from '../benchToken.ts';
import { median } from '../statistics.ts';
import type { Times } from './measure.ts';

const run = promisify(execFile);

interface Answer extends Times {
  readonly statusCode: number;
  readonly body: string;
}

/** A function of a bundle, and what it gets. */
interface Program {
  readonly name: string;
  readonly file: string;
  readonly exported: 'handler' | 'read' | 'write';
  readonly event: () => APIGatewayProxyEventV2;
  readonly status: number;
}

export interface FirstAnswer extends Times {
  readonly name: string;
}

/** The files of the bundles. */
export interface Bundles {
  readonly driver: string;
  readonly findOne: string;
  readonly create: string;
}

const gatewayEvent = (
  method: 'GET' | 'POST',
  token: string,
  { documentId, body }: { readonly documentId?: string; readonly body?: string },
): APIGatewayProxyEventV2 => {
  const rawPath = `/api/articles${documentId === undefined ? '' : `/${documentId}`}`;
  const routeKey = `${method} /api/{contentType}${documentId === undefined ? '' : '/{documentId}'}`;
  return {
    ...{ version: '2.0', routeKey, rawPath, rawQueryString: '', isBase64Encoded: false },
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
    pathParameters: { contentType: 'articles', ...(documentId === undefined ? {} : { documentId }) },
    ...(body === undefined ? {} : { body }),
    requestContext: {
      ...{ accountId: '', apiId: '', domainName: 'example.org', domainPrefix: '', stage: '$default', routeKey },
      http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '203.0.113.7', userAgent: '' },
      ...{ requestId: randomUUID(), time: new Date().toISOString(), timeEpoch: Date.now() },
    },
  };
};

let articles = 0;

const newArticle = (): string => {
  const name = `paper-${process.pid}-${++articles}`;
  return JSON.stringify({ data: { title: name, slug: name, summary: 'A summary', seo: { metaTitle: 'Paper' } } });
};

/** @throws Error if the answer has another status */
const answerOnce = async ({ name, file, exported, event, status }: Program, uri: string): Promise<Answer> => {
  const env = { MONGODB_URI: uri, LECTERN_TOKEN_SECRET: tokenSecret };
  const args = ['bench/cold/answerOnce.js', pathToFileURL(file).href, exported, JSON.stringify(event())];
  const { stdout } = await run(process.execPath, args, { env });
  // The lines before are the log.
  const answer = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Answer; // answerOnce.js writes this
  if (answer.statusCode !== status) throw new Error(`${name} answers ${answer.statusCode}: ${answer.body}`);
  return answer;
};

/** Creates indexes and a token. @returns the token */
const prepareDatabase = async (uri: string): Promise<string> => {
  const { schema } = await loadSchema('content-types');
  const database = openDatabase(uri);
  const db = await database.get();
  await prepareIndexes(db, schema);
  const token = await createBenchToken(db);
  await database.close();
  return token;
};

const programsFor = ({ driver, findOne, create }: Bundles, token: string, documentId: string): readonly Program[] => {
  const readEvent = () => gatewayEvent('GET', token, { documentId });
  const writeEvent = () => gatewayEvent('POST', token, { body: newArticle() });
  return [
    { name: 'read: the driver alone', file: driver, exported: 'read', event: readEvent, status: 200 },
    { name: 'read: findOne', file: findOne, exported: 'handler', event: readEvent, status: 200 },
    { name: 'write: the driver alone', file: driver, exported: 'write', event: writeEvent, status: 201 },
    { name: 'write: create', file: create, exported: 'handler', event: writeEvent, status: 201 },
  ];
};

/** @returns the medians: the driver's read, Lectern's read, the driver's write, Lectern's write */
export const measureFirstAnswers = async (bundles: Bundles, rounds: number): Promise<readonly FirstAnswer[]> => {
  const mongod = await startMongod({ log: console.error });
  try {
    const uri = mongod.uri.replace('/?', '/cold?');
    const token = await prepareDatabase(uri);
    const create = programsFor(bundles, token, '').at(-1);
    if (create === undefined) return [];
    const { body } = await answerOnce(create, uri);
    const { data } = JSON.parse(body) as { readonly data: { readonly documentId: string } }; // the answer of create
    const programs = programsFor(bundles, token, data.documentId);
    const times = programs.map((): Times[] => []);
    // The first run reads the file from disk; later runs read it from the page cache.
    for (const program of programs) await answerOnce(program, uri);
    for (let round = 0; round < rounds; round++)
      for (const [index, program] of programs.entries()) times[index]?.push(await answerOnce(program, uri));
    return programs.map(({ name }, index) => ({
      name,
      wall: median((times[index] ?? []).map(({ wall }) => wall)),
      cpu: median((times[index] ?? []).map(({ cpu }) => cpu)),
    }));
  } finally {
    await mongod.stop();
  }
};
