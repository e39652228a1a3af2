// `npm start` as operators run it: one line when it is ready, and an orderly shutdown.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freshFolder } from '../media/files.ts';
import { freshDatabase } from '../setup/database.ts';
import { secretsEnvironment } from '../setup/secrets.ts';

const { uri } = freshDatabase();
let running: ChildProcess | undefined;
afterEach(() => running?.kill('SIGKILL'));

const start = (env: Readonly<Record<string, string>>, ...args: readonly string[]): ChildProcess => {
  running = spawn(process.execPath, ['bin/start.js', ...args], {
    env: { ...process.env, ...secretsEnvironment, ...env },
  });
  return running;
};

/** Waits until the port refuses connections. */
const closed = async (port: number): Promise<void> => {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const refused = await once(socket, 'connect').then(
      () => false,
      () => true,
    );
    socket.destroy();
    if (refused) return;
  }
};

/** Reads a stream until it contains the text. */
const until = async (stream: Readable | null, text: string): Promise<string> => {
  let output = '';
  if (stream !== null)
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      output += String(chunk);
      if (output.includes(text)) return output;
    }
  throw new Error(`it ended without ${JSON.stringify(text)}: ${output}`);
};

describe('npm start', () => {
  it('prints its URL, and on SIGTERM answers running requests before it exits', async () => {
    const server = start({ MONGODB_URI: uri, PORT: '0' });
    const ready = await until(server.stdout, '\n');
    const { level, message } = JSON.parse(ready) as { readonly level: string; readonly message: string };
    const url = /^Lectern is ready at (http:\/\/127\.0\.0\.1:\d+)$/.exec(message)?.[1];
    expect(level).toBe('info');
    const [refused, preflight] = await Promise.all([
      fetch(`${url ?? ''}/api/articles`),
      fetch(`${url ?? ''}/api/articles/x`, { method: 'OPTIONS' }),
    ]);
    expect([refused.status, preflight.status]).toEqual([403, 204]);
    for (const { headers } of [refused, preflight]) {
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.get('x-powered-by')).toBeNull();
    }

    // Development serves the documentation.
    expect((await fetch(`${url ?? ''}/guide/`)).status).toBe(404);

    const socket = connect(Number(new URL(url ?? '').port), '127.0.0.1');
    const body = '{"identifier":"nobody","password":"none"}';
    socket.write(
      'POST /api/auth/local HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nexpect: 100-continue\r\n' +
        `content-length: ${body.length}\r\n\r\n`,
    );
    await until(socket, '100 Continue');
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    socket.write(body);
    expect(await until(socket, '"Invalid identifier or password"')).toMatch(/^HTTP\/1\.1 400 /);
    expect(await ended).toEqual([0, null]);
  });

  // The other reasons are those of `lectern check`: tests/cli/check.test.ts.
  it('with faults in its configuration exits with a message', async () => {
    const server = start({ MONGODB_URI: uri, PORT: '0', LECTERN_CONFIG: 'tests/cli/faulty.json' }, '--built');
    const ended = once(server, 'exit');
    expect(await until(server.stderr, 'maxLimit')).not.toContain('    at ');
    expect(await ended).toEqual([1, null]);
  });
});

/** One process for all tests; the last one stops it. */
describe('a server with an extension, and without a secret for logins', () => {
  let server: ChildProcess;
  let url = '';
  beforeAll(async () => {
    const route = `{
      method: 'POST', path: '/forgetful', permission: 'everyone',
      handler: () => { void Promise.reject(new Error('nobody waits')); return {}; },
    }`;
    const path = join(await freshFolder(), 'extensions.mjs');
    await writeFile(
      path,
      `export const extensions = [{ file: 'extensions/a.ts', definition: { routes: [${route}] } }];`,
    );
    const env = { MONGODB_URI: uri, PORT: '0', LECTERN_JWT_SECRET: '', LECTERN_EXTENSIONS: path };
    server = start(env, '--built');
    // `afterEach` ends only what a test has started.
    running = undefined;
    const output = await until(server.stdout, 'LECTERN_JWT_SECRET is not set: users cannot log in"}\n');
    url = /http:[^\s"]+/.exec(output)?.[0] ?? '';
  });
  afterAll(() => server.kill('SIGKILL'));

  it('logs a line of JSON per request', async () => {
    await fetch(`${url}/_health?secret`);
    const line = await until(server.stdout, '\n');
    expect(line).not.toContain('secret');
    expect(JSON.parse(line)).toMatchObject({ operation: 'GET /_health', path: '/_health', status: 200 });
  });

  it('has no login routes', async () => {
    for (const path of ['local', 'local/register', 'forgot-password', 'refresh'])
      expect((await fetch(`${url}/api/auth/${path}`, { method: 'POST' })).status).toBe(404);
  });

  it('survives a promise that the extension does not wait for', async () => {
    expect((await fetch(`${url}/api/forgetful`, { method: 'POST' })).status).toBe(200);
    expect(await until(server.stderr, 'nobody waits')).toContain('An extension did not wait for a promise');
    expect((await fetch(`${url}/_health`)).status).toBe(200);
  });

  it('is ready until SIGTERM', async () => {
    expect((await fetch(`${url}/_ready`)).status).toBe(200);
    const port = Number(new URL(url).port);
    const socket = connect(port, '127.0.0.1');
    // When the first request is answered, half of the second has arrived.
    socket.write('GET /_health HTTP/1.1\r\nhost: x\r\n\r\nGET /_ready HTTP/1.1\r\nhost: x\r\n');
    await until(socket, '"ok"');
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await closed(port);
    socket.write('\r\n');
    expect(await until(socket, 'Not ready')).toMatch(/^HTTP\/1\.1 503 /);
    expect(await ended).toEqual([0, null]);
  });
});
