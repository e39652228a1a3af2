// Errors that are not the caller's fault: what callers and operators see of them.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Context } from 'aws-lambda';
import { MongoBulkWriteError, MongoNetworkError, MongoServerError, type BulkWriteResult } from 'mongodb';
import { beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { find } from '../../../functions/find.ts';
import { defaultConfig } from '../../../lib/platform/config/index.ts';
import { isUnreachable } from '../../../lib/platform/db/index.ts';
import { endpoint, type Operation } from '../../../lib/api/http/index.ts';
import { createService } from '../../../lib/platform/service.ts';
import { library } from '../../write/documents/library.ts';
import { toLambdaEvent, silentLog } from '../../setup/api.ts';
import { secrets } from '../../setup/secrets.ts';

const context = {} as Context; // Handlers do not read the context.
let logged: MockInstance<typeof console.error>;
beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockReturnValue();
});

const secret = 'hunter2';
const unreachableService = createService(
  { schema: library, config: defaultConfig },
  `mongodb://admin:${secret}@127.0.0.1:1/lectern?serverSelectionTimeoutMS=100`,
  secrets,
);

const event = toLambdaEvent(
  'GET',
  '/api/books?token=in-the-query',
  { headers: { authorization: 'Bearer abc' } },
  { routeKey: 'GET /api/{contentType}', pathParameters: { contentType: 'books' } },
);

const failing =
  (error: unknown): Operation =>
  // eslint-disable-next-line @typescript-eslint/require-await -- operations are async
  async () => {
    throw error;
  };

const lines = (): readonly string[] => logged.mock.calls.map(([line]) => String(line));

/** A socket whose other end closed without its knowledge, like the driver's when MongoDB is killed. */
const endedSocket = async (): Promise<Socket> => {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1'); // A server that listens on a port has this kind of address.
  await once(socket.resume(), 'end');
  server.close();
  return socket;
};

describe('an unreachable database', () => {
  it('is 503, and the answer does not say where the database is', async () => {
    const {
      statusCode,
      body = '',
      headers,
    } = await endpoint(find, () => Promise.resolve(unreachableService), silentLog)(event, context);
    expect([statusCode, headers?.['retry-after'], JSON.parse(body)]).toEqual([
      503,
      '5',
      {
        data: null,
        error: {
          status: 503,
          name: 'ServiceUnavailableError',
          message: 'The database cannot be reached at the moment',
          details: {},
        },
      },
    ]);
    expect(lines()).toHaveLength(1);
    // It is expected, and each request has one while MongoDB is away.
    expect(lines().join()).not.toMatch(new RegExp(`${secret}|abc|in-the-query|"stack"`));
  });

  it.each<[name: string, code: number, unreachable: boolean]>([
    ['a primary that stepped down', 10107, true],
    ['a server that shuts down', 11600, true],
    ['a majority that does not answer', 64, true],
    ['a new primary whose majority is not known yet', 134, true],
    ['a server that ran out of time while its state changed', 262, true],
    ['a connection between servers that broke', 9001, true],
    ['a cursor from before a restart', 43, true],
    ['a duplicate key', 11000, false],
    ['wrong credentials', 18, false],
  ])('is distinguished from errors of Lectern: %s', (_name, code, unreachable) => {
    expect(isUnreachable(new MongoServerError({ message: 'x', code }))).toBe(unreachable);
  });

  it.each(['MongoWaitQueueTimeoutError', 'MongoPoolClosedError'])('is recognized in %s', (name) => {
    expect(isUnreachable(Object.assign(new Error('x'), { name }))).toBe(true);
  });

  it('is recognized in the name of a cluster that DNS does not know', () => {
    expect(isUnreachable(Object.assign(new Error('querySrv ENOTFOUND'), { syscall: 'querySrv' }))).toBe(true);
  });

  it('is recognized in a bulk write error', () => {
    const result = {} as unknown as BulkWriteResult; // isUnreachable does not read the result.
    expect(isUnreachable(new MongoBulkWriteError(new MongoNetworkError('closed'), result))).toBe(true);
    expect(isUnreachable(new MongoBulkWriteError({ message: 'taken', code: 11000 }, result))).toBe(false);
  });

  it('is recognized in a socket error during a write', async () => {
    const socket = await endedSocket();
    const failed = once(socket, 'error');
    socket.write('after the end');
    const [error] = await failed;
    expect(error).toMatchObject({ code: 'EPIPE' });
    expect(isUnreachable(error)).toBe(true);
  });
});

describe('an unexpected error', () => {
  it.each<[name: string, error: unknown]>([
    ['an error', new TypeError('secret detail')],
    ['from the database', new MongoServerError({ message: 'secret detail', code: 2 })],
    ['that is not an Error', 'secret detail'],
  ])('%s is 500 without details, and is logged with the id of the request', async (_name, error) => {
    const { statusCode, body = '' } = await endpoint(
      failing(error),
      () => Promise.resolve(unreachableService),
      silentLog,
    )(event, context);
    expect(statusCode).toBe(500);
    expect(JSON.parse(body)).toEqual({
      data: null,
      error: { status: 500, name: 'InternalServerError', message: 'Internal Server Error', details: {} },
    });
    expect(lines()).toHaveLength(1);
    const line = JSON.parse(lines()[0] ?? '');
    expect(line).toMatchObject({ level: 'error', requestId: 'test', method: 'GET', path: '/api/books' });
    expect(line.error.message).toBe('secret detail');
    expect(lines().join()).not.toContain('abc');
  });

  it('in creating the service is 500, and only operators see the reason', async () => {
    const broken = () => Promise.reject(new Error('MONGODB_URI is not set'));
    const { statusCode, body } = await endpoint(find, broken, silentLog)(event, context);
    expect(statusCode).toBe(500);
    expect(body).not.toContain('MONGODB_URI');
    expect(lines().join()).toContain('MONGODB_URI is not set');
  });
});

it('an error of the caller is not logged', async () => {
  const nowhere = { ...event, pathParameters: { contentType: 'nope' } };
  const { statusCode } = await endpoint(find, () => Promise.resolve(unreachableService), silentLog)(nowhere, context);
  expect(statusCode).toBe(404);
  expect(lines()).toEqual([]);
});
