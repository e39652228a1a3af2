// The secrets of an environment: which there are, and what is said of those that are amiss.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readSecrets, tokenSecretOf } from '../../lib/config/index.ts';

const secret = (letter: string): string => letter.repeat(32);

describe('the secrets', () => {
  it('are those that the environment gives', async () => {
    expect(
      await readSecrets({
        LECTERN_TOKEN_SECRET: secret('t'),
        LECTERN_JWT_SECRET: secret('j'),
        LECTERN_JWT_SECRET_BEFORE: secret('b'),
        LECTERN_OWNER_TOKEN: secret('o'),
      }),
    ).toEqual({ tokens: secret('t'), sessions: [secret('j'), secret('b')], owner: secret('o') });
  });

  it('are none where it gives none, or empty ones', async () => {
    const none = { tokens: undefined, sessions: [], owner: undefined };
    expect(await readSecrets({})).toEqual(none);
    expect(await readSecrets({ LECTERN_TOKEN_SECRET: '', LECTERN_JWT_SECRET: '', LECTERN_OWNER_TOKEN: '' })).toEqual(
      none,
    );
  });

  it.each(['LECTERN_TOKEN_SECRET', 'LECTERN_JWT_SECRET', 'LECTERN_OWNER_TOKEN'])(
    'are long: %s is refused with 31 characters',
    async (variable) => {
      await expect(readSecrets({ [variable]: 'x'.repeat(31) })).rejects.toThrow(
        `${variable} is too short to be secret, write 32 characters or more: make one with: node -p`,
      );
    },
  );

  it('have no earlier one for sessions where there is none to replace it', async () => {
    await expect(readSecrets({ LECTERN_JWT_SECRET_BEFORE: secret('b') })).rejects.toThrow(
      'LECTERN_JWT_SECRET_BEFORE is the one that LECTERN_JWT_SECRET replaces: set that too',
    );
  });

  it.each(['an owner token with spaces in its text', `${secret('o')}\n`, `${secret('o')}é`])(
    'have an owner token that a header can carry, so not %j',
    async (token) => {
      await expect(readSecrets({ LECTERN_OWNER_TOKEN: token })).rejects.toThrow(
        'LECTERN_OWNER_TOKEN is sent in a header',
      );
    },
  );

  it('must have one for API tokens where they are asked for', () => {
    expect(tokenSecretOf({ tokens: secret('t') })).toBe(secret('t'));
    expect(() => tokenSecretOf({ tokens: undefined })).toThrow('LECTERN_TOKEN_SECRET is not set');
  });
});

describe('a secret that an SSM parameter holds', () => {
  const servers: Server[] = [];

  /** As much of SSM as one question needs. */
  const ssm = async (status: number, answer: object): Promise<readonly unknown[]> => {
    const asked: unknown[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      request.on('end', () => {
        asked.push(JSON.parse(body));
        response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(answer));
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

  it('is its value, decrypted', async () => {
    const asked = await ssm(200, { Parameter: { Name: '/site/token', Value: secret('s') } });
    const { tokens } = await readSecrets({ LECTERN_TOKEN_SECRET: 'ssm:/site/token' });
    expect([tokens, asked]).toEqual([secret('s'), [{ Name: '/site/token', WithDecryption: true }]]);
  });

  it('is long too', async () => {
    await ssm(200, { Parameter: { Value: 'short' } });
    await expect(readSecrets({ LECTERN_OWNER_TOKEN: 'ssm:/site/owner' })).rejects.toThrow('too short to be secret');
  });

  it('is told of where it cannot be read', async () => {
    await ssm(400, { __type: 'ParameterNotFound', message: 'no such parameter' });
    await expect(readSecrets({ LECTERN_JWT_SECRET: 'ssm:/site/jwt' })).rejects.toThrow(
      'LECTERN_JWT_SECRET names the SSM parameter /site/jwt, which cannot be read: no such parameter',
    );
  });
});
