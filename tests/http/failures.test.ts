// What callers and operators are told when something is our fault, or the database is away.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Context } from 'aws-lambda';
import { MongoBulkWriteError, MongoNetworkError, MongoServerError, type BulkWriteResult } from 'mongodb';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { find } from '../../functions/find.ts';
import { defaultConfig } from '../../lib/platform/config/index.ts';
import { isUnreachable } from '../../lib/platform/db/index.ts';
import { endpoint, type Operation } from '../../lib/api/http/index.ts';
import { createService } from '../../lib/platform/service.ts';
import { library } from '../documents/library.ts';
import { eventOf, unlogged } from '../setup/api.ts';
import { secrets } from '../setup/secrets.ts';

const context = {} as Context; // handlers read nothing of it
const logged = vi.spyOn(console, 'error');
beforeEach(() => logged.mockReset().mockImplementation(() => undefined));
afterAll(() => {
  logged.mockRestore();
});

const secret = 'hunter2';
const away = createService(
  library,
  `mongodb://admin:${secret}@127.0.0.1:1/lectern?serverSelectionTimeoutMS=100`,
  secrets,
  defaultConfig,
);

const event = eventOf(
  'GET',
  '/api/books?token=in-the-query',
  { headers: { authorization: 'Bearer abc' } },
  { routeKey: 'GET /api/{contentType}', pathParameters: { contentType: 'books' } },
);

const failing =
  (error: unknown): Operation =>
  // eslint-disable-next-line @typescript-eslint/require-await -- as operations are
  async () => {
    throw error;
  };

const lines = (): readonly string[] => logged.mock.calls.map(([line]) => String(line));

/** A socket whose other end is gone, and which nobody has told so: as the driver's when MongoDB dies. */
const ended = async (): Promise<Socket> => {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1'); // it listens on a port
  await once(socket.resume(), 'end');
  server.close();
  return socket;
};

describe('a database that cannot be reached', () => {
  it('is 503, without a word about where it is', async () => {
    const { statusCode, body = '' } = await endpoint(find, () => Promise.resolve(away), unlogged)(event, context);
    expect([statusCode, JSON.parse(body)]).toEqual([
      503,
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
    expect(lines().join()).not.toMatch(new RegExp(`${secret}|abc|in-the-query`));
  });

  it.each<[name: string, code: number, unreachable: boolean]>([
    ['a primary that stepped down', 10107, true],
    ['a server that shuts down', 11600, true],
    ['a duplicate key', 11000, false],
    ['wrong credentials', 18, false],
  ])('is told from what we asked wrongly: %s', (_name, code, unreachable) => {
    expect(isUnreachable(new MongoServerError({ message: 'x', code }))).toBe(unreachable);
  });

  it('may have gone among many writes', () => {
    const result = {} as unknown as BulkWriteResult; // nothing looks into it
    expect(isUnreachable(new MongoBulkWriteError(new MongoNetworkError('closed'), result))).toBe(true);
    expect(isUnreachable(new MongoBulkWriteError({ message: 'taken', code: 11000 }, result))).toBe(false);
  });

  it('may have gone while it was written to', async () => {
    const socket = await ended();
    const failed = once(socket, 'error');
    socket.write('after the end');
    const [error] = await failed;
    expect(error).toMatchObject({ code: 'EPIPE' });
    expect(isUnreachable(error)).toBe(true);
  });
});

describe('what nobody expected', () => {
  it.each<[name: string, error: unknown]>([
    ['an error', new TypeError('secret detail')],
    ['an error of the database', new MongoServerError({ message: 'secret detail', code: 2 })],
    ['what is no error', 'secret detail'],
  ])('%s is 500 and shows nothing, and is logged with the id of the request', async (_name, error) => {
    const { statusCode, body = '' } = await endpoint(
      failing(error),
      () => Promise.resolve(away),
      unlogged,
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

  it('a service that cannot be made is 500, and is told to operators only', async () => {
    const broken = () => Promise.reject(new Error('MONGODB_URI is not set'));
    const { statusCode, body } = await endpoint(find, broken, unlogged)(event, context);
    expect(statusCode).toBe(500);
    expect(body).not.toContain('MONGODB_URI');
    expect(lines().join()).toContain('MONGODB_URI is not set');
  });
});

describe('what is the fault of the caller', () => {
  it('is not logged', async () => {
    const nowhere = { ...event, pathParameters: { contentType: 'nope' } };
    const { statusCode } = await endpoint(find, () => Promise.resolve(away), unlogged)(nowhere, context);
    expect(statusCode).toBe(404);
    expect(lines()).toEqual([]);
  });
});
