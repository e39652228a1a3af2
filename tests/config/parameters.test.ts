// Variables that name a parameter in AWS Systems Manager, of which this has as much as one question needs.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { withParameters } from '../../lib/platform/config/index.ts';

const servers: Server[] = [];

/** @param busy how many questions are refused at first, since there are too many */
const ssm = async (status: number, answer: object, busy = 0): Promise<readonly unknown[]> => {
  const asked: unknown[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      asked.push(JSON.parse(body));
      const [told, text] = asked.length > busy ? [status, answer] : [400, { __type: 'ThrottlingException' }];
      response.writeHead(told, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(text));
    });
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  vi.stubEnv('AWS_ENDPOINT_URL_SSM', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  return asked;
};

afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

const env = { MONGODB_URI: 'ssm:/site/uri', LECTERN_JWT_SECRET: 'ssm:/site/jwt', PORT: '1', OTHER: 'ssm:/other' };

it('have their values, decrypted, for which one question is asked', async () => {
  const Parameters = [
    { Name: '/site/jwt', Value: 'secret' },
    { Name: '/site/uri', Value: 'mongodb://here' },
  ];
  const asked = await ssm(200, { Parameters });
  expect(await withParameters(env)).toEqual({ ...env, MONGODB_URI: 'mongodb://here', LECTERN_JWT_SECRET: 'secret' });
  expect(asked).toEqual([{ Names: ['/site/uri', '/site/jwt'], WithDecryption: true }]);
});

it('are asked for again where many ask at once', { timeout: 20_000 }, async () => {
  const Parameters = [{ Name: '/site/uri', Value: 'mongodb://here' }];
  const asked = await ssm(200, { Parameters }, 3);
  expect(await withParameters({ MONGODB_URI: 'ssm:/site/uri' })).toEqual({ MONGODB_URI: 'mongodb://here' });
  expect(asked).toHaveLength(4);
});

it('are what they are where they name none, and nobody is asked', async () => {
  expect(await withParameters({ MONGODB_URI: 'mongodb://here' })).toEqual({ MONGODB_URI: 'mongodb://here' });
});

it('are told of where one is not there', async () => {
  await ssm(200, { Parameters: [{ Name: '/site/uri', Value: 'x' }], InvalidParameters: ['/site/jwt'] });
  await expect(withParameters(env)).rejects.toThrow(
    'MONGODB_URI names the SSM parameter /site/uri, LECTERN_JWT_SECRET names the SSM parameter /site/jwt: ' +
      'this cannot be read: there is no /site/jwt',
  );
});

it('are told of where they cannot be read', async () => {
  await ssm(400, { __type: 'AccessDeniedException', message: 'not authorized' });
  await expect(withParameters(env)).rejects.toThrow('this cannot be read: not authorized');
});
