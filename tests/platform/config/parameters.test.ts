// Environment variables that name a parameter in AWS Systems Manager, tested with a minimal server.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { withParameters } from '../../../lib/platform/config/index.ts';

const servers: Server[] = [];

/**
 * Starts the server.
 *
 * @param busy how many requests it throttles first
 * @returns the requests that it received
 */
const ssm = async (status: number, answer: object, busy = 0): Promise<readonly unknown[]> => {
  const requests: unknown[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      requests.push(JSON.parse(body));
      const [code, text] = requests.length > busy ? [status, answer] : [400, { __type: 'ThrottlingException' }];
      response.writeHead(code, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(text));
    });
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  vi.stubEnv('AWS_ENDPOINT_URL_SSM', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  return requests;
};

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

const env = { MONGODB_URI: 'ssm:/site/uri', LECTERN_JWT_SECRET: 'ssm:/site/jwt', PORT: '1', OTHER: 'ssm:/other' };

it('one request fetches the decrypted values of all variables', async () => {
  const Parameters = [
    { Name: '/site/jwt', Value: 'secret' },
    { Name: '/site/uri', Value: 'mongodb://here' },
  ];
  const requests = await ssm(200, { Parameters });
  expect(await withParameters(env)).toEqual({ ...env, MONGODB_URI: 'mongodb://here', LECTERN_JWT_SECRET: 'secret' });
  expect(requests).toEqual([{ Names: ['/site/uri', '/site/jwt'], WithDecryption: true }]);
});

it('a request fetches at most ten, which is what SSM allows', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `/site/${index}`);
  const requests = await ssm(200, { Parameters: names.map((Name) => ({ Name, Value: `value of ${Name}` })) });
  const many = Object.fromEntries(names.map((name, index) => [`LECTERN_${'A'.repeat(index + 1)}`, `ssm:${name}`]));
  expect(Object.values(await withParameters(many))).toEqual(names.map((name) => `value of ${name}`));
  expect(requests).toEqual([
    { Names: names.slice(0, 10), WithDecryption: true },
    { Names: names.slice(10), WithDecryption: true },
  ]);
});

it('a throttled request is sent again', async () => {
  // The SDK waits for a random part of some seconds before it sends a request again.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const Parameters = [{ Name: '/site/uri', Value: 'mongodb://here' }];
  const requests = await ssm(200, { Parameters }, 3);
  expect(await withParameters({ MONGODB_URI: 'ssm:/site/uri' })).toEqual({ MONGODB_URI: 'mongodb://here' });
  expect(requests).toHaveLength(4);
});

it('variables without a parameter stay as they are, without a request', async () => {
  expect(await withParameters({ MONGODB_URI: 'mongodb://here' })).toEqual({ MONGODB_URI: 'mongodb://here' });
});

it('a missing parameter is reported with its variables', async () => {
  await ssm(200, { Parameters: [{ Name: '/site/uri', Value: 'x' }], InvalidParameters: ['/site/jwt'] });
  await expect(withParameters(env)).rejects.toThrow(
    'MONGODB_URI names the SSM parameter /site/uri, LECTERN_JWT_SECRET names the SSM parameter /site/jwt: ' +
      'this cannot be read: there is no /site/jwt',
  );
});

it('a refused request is reported with its reason', async () => {
  await ssm(400, { __type: 'AccessDeniedException', message: 'not authorized' });
  await expect(withParameters(env)).rejects.toThrow('this cannot be read: not authorized');
});
