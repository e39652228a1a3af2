// The handler that `npm start` calls answers and logs as the one of Lambda does.
import type { Context } from 'aws-lambda';
import { expect, test, vi } from 'vitest';
import { endpoint, plainAnswer, type Operation } from '../../../lib/api/http/index.ts';
import { ApiError } from '../../../lib/errors.ts';
import { defaultConfig } from '../../../lib/platform/config/index.ts';
import { createService } from '../../../lib/platform/service.ts';
import { toLambdaEvent } from '../../setup/api.ts';
import { secrets } from '../../setup/secrets.ts';
import { library } from '../../write/documents/library.ts';

const service = createService({ schema: library, config: defaultConfig }, 'mongodb://127.0.0.1:1/lectern', secrets);
const context = {} as Context; // Handlers do not read the context.

const failWith =
  (error: Error): Operation =>
  () =>
    Promise.reject(error);

const answered: Operation = (request) => Promise.resolve(plainAnswer({ headers: request.headers }));

test.each<[name: string, operation: Operation, status: number, query: string, origin: string | undefined]>([
  ['an answer', answered, 200, 'a=b', undefined],
  ['an answer to a page', answered, 200, '', 'https://a.example'],
  ['a preview link where none is accepted', answered, 400, 'preview=x', undefined],
  ['an error of the caller', failWith(new ApiError(404, 'NotFoundError', 'Not Found')), 404, '', undefined],
  ['an unexpected error', failWith(new TypeError('secret')), 500, '', undefined],
])('%s', async (_name, operation, status, query, origin) => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const lines: object[] = [];
  const handler = endpoint(
    operation,
    () => Promise.resolve(service),
    (line) => lines.push(line),
  );
  const headers = { 'x-request-id': 'mine', ...(origin === undefined ? {} : { origin }) };
  const event = toLambdaEvent(
    'GET',
    `/api/books?${query}`,
    { headers },
    { routeKey: 'GET /api/{contentType}', pathParameters: {} },
  );
  const direct = await handler.direct(event);
  expect(direct).toMatchObject({ statusCode: status, headers: { 'x-request-id': 'mine' } });
  expect(direct).toEqual(await handler(event, context));
  const changing = { time: expect.any(String) as unknown, ms: expect.any(Number) as unknown };
  expect(lines[0]).toEqual({ ...lines[1], ...changing });
  expect(lines[0]).toMatchObject({ requestId: 'mine', status, operation: 'GET /api/{contentType}' });
  expect(logged).toHaveBeenCalledTimes(status === 500 ? 2 : 0);
});
